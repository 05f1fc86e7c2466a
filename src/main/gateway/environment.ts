const WINDOWS = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
]
const POSIX = [
  'HOME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'LOGNAME',
  'PATH',
  'SHELL',
  'TERM',
  'TMPDIR',
  'TZ',
  'USER',
]

/**
 * The environment of a started server: what any program needs to run, and what its configuration adds.
 * The rest of ours stays here, because a shell's environment is where people keep their secrets.
 */
export function upstreamEnvironment(configured: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = (process.platform === 'win32' ? WINDOWS : POSIX).flatMap((name) => {
    const value = process.env[name]
    // A value that starts so is an exported shell function: code, not data.
    return value === undefined || value.startsWith('()') ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(inherited), ...configured }
}
