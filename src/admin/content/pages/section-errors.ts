/** The errors of one section's settings by field, from those of a page: `sections.2` has `title: Too long`. */
export function sectionErrors(
  errors: Readonly<Record<string, string[]>>,
  at: number,
): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [path, messages] of Object.entries(errors)) {
    if (path !== `sections.${at}` && !path.startsWith(`sections.${at}.`)) continue
    for (const message of messages) {
      const [, field = '', text = message] = /^([\w.-]*): (.*)$/s.exec(message) ?? []
      const name = field || path.slice(`sections.${at}.`.length)
      found[name] = [...(found[name] ?? []), text]
    }
  }
  return found
}

/** The sections with errors, by their place. */
export const sectionsWithErrors = (errors: Readonly<Record<string, string[]>>): ReadonlySet<number> =>
  new Set(
    Object.keys(errors).flatMap((path) => {
      const at = /^sections\.(\d+)/.exec(path)?.[1]
      return at === undefined ? [] : [Number(at)]
    }),
  )
