import type { DetectorName } from '../../../shared/redaction.ts'

interface Detector {
  readonly pattern: string
  readonly flags?: string
  /** What a pattern alone cannot tell. */
  readonly check?: 'luhn'
}

/**
 * The forms that the issuers document (prefixes, alphabets, lengths), kept narrow: a false alarm destroys a result. Every one is bounded
 * in length, so that a match cannot hide from a stream. A library would bring file walkers and rule loaders for the sake of these lines.
 */
export const DETECTORS: Readonly<Record<DetectorName, Detector>> = {
  'aws-key': { pattern: String.raw`\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b` },
  'github-token': {
    pattern: String.raw`\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{82,255})(?![A-Za-z0-9_])`,
  },
  'gitlab-token': { pattern: String.raw`\bgl(?:pat|dt|rt|cbt|ptt|ft|oas|agent)-[A-Za-z0-9_-]{20,128}` },
  'slack-token': {
    pattern: String.raw`\bxox[abeoprs]-[A-Za-z0-9-]{10,250}|https://hooks\.slack\.com/services/[A-Za-z0-9/_-]{20,100}`,
  },
  'openai-key': { pattern: String.raw`\bsk-(?!ant-)(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,250}` },
  'anthropic-key': { pattern: String.raw`\bsk-ant-[A-Za-z0-9_-]{20,250}` },
  'npm-token': { pattern: String.raw`\bnpm_[A-Za-z0-9]{36}\b` },
  'google-api-key': { pattern: String.raw`\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])` },
  'stripe-key': { pattern: String.raw`\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,250}\b` },
  jwt: { pattern: String.raw`\beyJ[A-Za-z0-9_-]{8,8192}\.eyJ[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{0,8192}` },
  // Over real line ends and over those that JSON escapes.
  'private-key': {
    pattern: String.raw`-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,16384}?-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----`,
  },
  bearer: { pattern: String.raw`(?<=\bbearer\s{1,4})[A-Za-z0-9._~+/-]{16,8192}={0,2}`, flags: 'i' },
  'credit-card': {
    pattern: String.raw`(?<![\d.-])(?:3[47]\d{2}|[2-6]\d{3})(?:[ -]?\d{4}){2}(?:[ -]?\d{1,7})(?![\d.-]\d|\d)`,
    check: 'luhn',
  },
  email: {
    pattern: String.raw`(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])`,
  },
}

/** The check digit of card numbers (ISO/IEC 7812-1), over 13 to 19 digits. */
export function passesLuhn(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length < 13 || digits.length > 19) return false
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
