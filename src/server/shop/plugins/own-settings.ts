import { isRecord } from '#contract/rules/own-value.ts'

/** The settings of a plugin's section without `layout`, which belongs to all sections and not to its schema. */
export function ownSettings(settings: unknown): unknown {
  if (!isRecord(settings)) return settings
  const { layout: _layout, ...own } = settings
  return own
}
