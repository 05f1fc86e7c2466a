import { z } from 'zod'

/** What Spillway can find by itself; off unless named. */
export const detectorName = z.enum([
  'aws-key',
  'github-token',
  'gitlab-token',
  'slack-token',
  'openai-key',
  'anthropic-key',
  'npm-token',
  'google-api-key',
  'stripe-key',
  'jwt',
  'private-key',
  'bearer',
  'credit-card',
  'email',
])
export type DetectorName = z.infer<typeof detectorName>

export const redactionRule = z
  .strictObject({
    name: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'letters, digits, - and _, at most 40'),
    /** A JavaScript regular expression; what it matches is replaced. */
    pattern: z.string().min(1).max(4_096),
    flags: z
      .string()
      .regex(/^[imsuv]*$/, 'of i, m, s, u and v')
      .optional(),
    /** Only results of these tools: a glob on `server.tool`. */
    tools: z.string().optional(),
    /** Default `[redacted:NAME]`. */
    replacement: z.string().max(256).optional(),
  })
  .refine(({ pattern, flags }) => isRegExp(pattern, flags ?? ''), 'not a regular expression')

export const redactionConfig = z.strictObject({
  detectors: z.array(detectorName).default([]),
  rules: z.array(redactionRule).default([]),
})
export type RedactionConfig = z.infer<typeof redactionConfig>

function isRegExp(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, `g${flags}`).global
  } catch {
    // That is the answer.
    return false
  }
}
