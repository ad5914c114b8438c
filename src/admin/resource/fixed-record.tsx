import { Link } from 'react-router'
import type { JsonSchema } from '../form/prepare-schema.ts'
import { BackLink, useTitle } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { useSession } from '../session-context.ts'
import css from './fixed-record.module.css'
import type { Resource } from './resource.ts'

type Values = Record<string, unknown>
type Props = { resource: Resource<never>; schema: JsonSchema; values: Values }

/** A record that cannot be changed, as text; a copy of it can. */
export function FixedRecord({ resource, schema, values }: Props) {
  const { name, one, label, nameOf, writePermission } = resource
  const { may } = useSession()
  const title = nameOf(values)
  useTitle(title)
  return (
    <>
      <BackLink to={`/${name}`}>{label}</BackLink>
      <div className={screen.header}>
        <h1>{title}</h1>
        {may(writePermission) && (
          <span className={screen.links}>
            <Link
              className={screen.add}
              to={`/${name}/create`}
              state={{ prefill: { ...values, name: `${title} copy` } }}
            >
              Make a copy
            </Link>
          </span>
        )}
      </div>
      <p>This {one} is built in and stays as it is. Make a copy to change it.</p>
      <dl className={css.fixed}>
        {Object.entries(schema.properties ?? {}).map(([field, property]) => (
          <div key={field}>
            <dt>{property.title ?? field}</dt>
            <dd>{textOf(values[field], property)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function textOf(value: unknown, { items }: JsonSchema) {
  if (!Array.isArray(value)) return String(value ?? '–')
  return (
    <ul>
      {value.map((one) => (
        <li key={String(one)}>{items?.enumLabels?.[String(one)] ?? String(one)}</li>
      ))}
    </ul>
  )
}
