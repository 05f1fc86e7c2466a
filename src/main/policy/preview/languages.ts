/** How a programming language is told by its lines, and which of them belong in an outline. */
export interface Language {
  readonly name: string
  readonly mime: string
  /** Lines that only this language has. */
  readonly signs: RegExp
  /** Declarations at the outermost level. */
  readonly outer: RegExp
  /** Declarations inside a class or the like. */
  readonly inner: RegExp | null
}

const SCRIPT_NAME = String.raw`[\w$*]+`

export const LANGUAGES: readonly Language[] = [
  {
    name: 'TypeScript or JavaScript',
    mime: 'text/javascript',
    signs:
      /^\s*(?:import .* from ['"]|import ['"]|export (?:default |const |let |async |function|class|interface|type|declare|abstract|enum|\{|\*)|(?:const|let|var) [\w${[]|(?:async )?function[ *]|interface \w|type \w+.* =|declare |\}\);?$|module\.exports|'use strict'|"use strict")|=> \{$|\) \{$/,
    outer: new RegExp(
      String.raw`^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*? ?${SCRIPT_NAME}|class ${SCRIPT_NAME}|interface ${SCRIPT_NAME}|type ${SCRIPT_NAME}|enum ${SCRIPT_NAME}|namespace ${SCRIPT_NAME}|(?:const|let|var) ${SCRIPT_NAME}.*(?:=>|function\b)|export (?:const|let|var) ${SCRIPT_NAME})|^(?:module\.)?exports\b.*=|^export const `,
    ),
    inner:
      /^(?: {2}| {4}|\t)(?:(?:public|private|protected|static|async|override|readonly|get|set|#) ?)*[\w$#]+\([^;]*\)(?:: [^;{]+)? \{$/,
  },
  {
    name: 'Python',
    mime: 'text/x-python',
    signs:
      /^\s*(?:def \w+\(.*|class \w+.*:|from [\w.]+ import |import \w+|@\w+|if __name__|elif .*:|except.*:|self\.\w+ = |try:|return \w|"""|raise \w)/,
    outer: /^(?:async )?(?:def|class) \w+|^[A-Z][A-Z0-9_]+ = /,
    inner: /^(?: {4}|\t)(?:async )?def \w+/,
  },
  {
    name: 'Rust',
    mime: 'text/x-rust',
    signs:
      /^\s*(?:pub(?:\(\w+\))? |fn \w+|use [\w:]+|impl\b|mod \w+;?|let mut |match .* \{|#\[\w+|struct \w+|enum \w+|trait \w+)/,
    outer:
      /^(?:pub(?:\([\w: ]+\))? )?(?:async |unsafe |const |extern "C" )*(?:fn|struct|enum|trait|impl|mod|type|macro_rules!|static|const)\b/,
    inner: /^ {4}(?:pub(?:\([\w: ]+\))? )?(?:async |unsafe |const )*fn \w+/,
  },
  {
    name: 'Go',
    mime: 'text/x-go',
    signs:
      /^(?:package \w+|import \(|func |type \w+ (?:struct|interface|func)|\t?if err != nil|var \w+|const \()|^\t\w+.* := /,
    outer: /^(?:func|type|var|const) /,
    inner: null,
  },
  {
    name: 'C or C++',
    mime: 'text/x-c',
    signs:
      /^\s*(?:#\s?(?:include|define|ifn?def|endif|pragma)|(?:static |const |extern |inline |unsigned )*(?:void|int|char|bool|size_t|double|float|struct \w+|enum \w+)\b[ *]|typedef |namespace \w+|template ?<|using namespace|std::)/,
    outer:
      /^(?:typedef |struct \w+|enum \w+|class \w+|namespace |template|union |#define \w+\()|^[A-Za-z_][\w:<>*& ]*[ *&]\*?[\w:~]+\([^;]*$/,
    inner: null,
  },
  {
    name: 'Java, C# or Kotlin',
    mime: 'text/x-java',
    signs:
      /^\s*(?:package [\w.]+;?$|import [\w.*]+;?$|using [\w.]+;|(?:public|private|protected|internal) |@Override|fun \w+|namespace [\w.]+|val \w+|final )/,
    outer:
      /^(?:@\w+ )?(?:(?:public|private|protected|internal|abstract|final|static|sealed|data|open) )*(?:class|interface|enum|record|object|fun|namespace) \w+/,
    inner:
      /^(?: {2}| {4}|\t)(?:(?:public|private|protected|internal|static|final|abstract|override|async|suspend|virtual) )+[\w<>[\], ?.]+\(.*|^ {4}fun \w+/,
  },
  {
    name: 'Shell',
    mime: 'text/x-shellscript',
    signs:
      /^#!.*\b(?:ba|z|da|k)?sh\b|^\s*(?:if \[\[? |fi$|done$|then$|esac$|export \w+=|set -[eux]|echo ["'$]|local \w+=|case .* in$|[A-Z_]+=\S*$)/,
    outer: /^(?:function )?[\w-]+ ?\(\) ?\{?/,
    inner: null,
  },
  {
    name: 'SQL',
    mime: 'application/sql',
    signs:
      /^\s*(?:CREATE (?:OR REPLACE )?(?:UNIQUE |TEMP |TEMPORARY )?(?:TABLE|INDEX|VIEW|FUNCTION|TRIGGER|TYPE|SCHEMA|EXTENSION)|INSERT INTO|ALTER TABLE|DROP |SELECT |UPDATE \w+ SET|BEGIN;|COMMIT;|COPY \w+|GRANT |PRAGMA )/i,
    outer: /^(?:CREATE|ALTER|DROP|COPY|INSERT INTO) \S.*/i,
    inner: null,
  },
  {
    name: 'CSS',
    mime: 'text/css',
    signs:
      /^\s*(?:[.#:@*[][^(){};]*\{$|--?[\w-]+: [^;{]+;$|(?:color|margin|padding|display|width|height|font|border|background|position|flex|grid)[\w-]*: )/,
    outer: /^[^\s}/*][^{}]*\{$/,
    inner: null,
  },
]
