import type { Rule } from './rule.ts'

/** What of a rule decides how a result is delivered; the rest is about how long it lives and whether it is recorded. */
export interface DecidedBy extends Pick<
  Rule,
  | 'action'
  | 'thresholdBytes'
  | 'thresholdChars'
  | 'previewTokens'
  | 'previewStyle'
  | 'media'
  | 'enabled'
  | 'errorThresholdBytes'
> {
  /** The caller wanted the result stored, so no rule decided that. */
  readonly asked: boolean
}

/** In one order of members, so that equal rules are equal texts. */
export function decidedBy(rule: Rule, asked: boolean): DecidedBy {
  const { action, thresholdBytes, thresholdChars, previewTokens, previewStyle, media, enabled } = rule
  const { errorThresholdBytes } = rule
  return {
    action,
    thresholdBytes,
    thresholdChars,
    previewTokens,
    previewStyle,
    media,
    enabled,
    errorThresholdBytes,
    asked,
  }
}
