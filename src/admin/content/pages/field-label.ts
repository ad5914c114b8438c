type Schema = {
  title?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
}

/** The label of a path in the settings: `slides.0.heading` is `Slides 1, Heading`. A part without a label stays as it is. */
export function fieldLabel(fields: unknown, path: string): string {
  let schemas: readonly Schema[] = [fields as Schema]
  const parts: string[] = []
  for (const name of path.split('.')) {
    const options: Schema[] = schemas.flatMap((schema) => [
      schema,
      ...(schema.anyOf ?? []),
      ...(schema.oneOf ?? []),
    ])
    if (/^\d+$/.test(name)) {
      schemas = options.flatMap(({ items }) => items ?? [])
      parts.push(`${parts.pop() ?? ''} ${Number(name) + 1}`.trim())
      continue
    }
    schemas = options.flatMap(({ properties }) => properties?.[name] ?? [])
    const title = schemas.find((schema) => schema.title)?.title
    parts.push(title ?? sentence(name))
  }
  return parts.join(', ')
}

const sentence = (name: string) => name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
