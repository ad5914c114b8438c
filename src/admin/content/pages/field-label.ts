import { isObject } from '#admin/form/field-props.ts'
import { ownValue } from '#contract/rules/own-value.ts'

const objectsIn = (value: unknown) => [value].flat().filter(isObject)

/** The label of a path in the settings: `slides.0.heading` is `Slides 1, Heading`. A part without a label stays as it is. */
export function fieldLabel(fields: unknown, path: string): string {
  let schemas = objectsIn(fields)
  const parts: string[] = []
  for (const name of path.split('.')) {
    const options = schemas.flatMap((schema) => [
      schema,
      ...objectsIn(schema.anyOf),
      ...objectsIn(schema.oneOf),
    ])
    if (/^\d+$/.test(name)) {
      schemas = options.flatMap(({ items }) => objectsIn(items))
      parts.push(`${parts.pop() ?? ''} ${Number(name) + 1}`.trim())
      continue
    }
    schemas = options.flatMap(({ properties }) =>
      isObject(properties) ? objectsIn(ownValue(properties, name)) : [],
    )
    const title = schemas.find((schema) => schema.title)?.title
    parts.push(typeof title === 'string' ? title : sentence(name))
  }
  return parts.join(', ')
}

const sentence = (name: string) => name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
