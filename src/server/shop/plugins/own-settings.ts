/** The settings of a plugin's section without `layout`, which belongs to all sections and not to its schema. */
export function ownSettings(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null) return settings
  const { layout: _layout, ...own } = settings as Record<string, unknown>
  return own
}
