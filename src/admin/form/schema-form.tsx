import { lazy } from 'react'
import { LoadedPart } from '../parts/failure.tsx'

const GeneratedForm = lazy(() => import('./generated-form.tsx'))

export type SchemaFormProps<Values> = {
  /** As `z.toJSONSchema(schema, { io: 'input' })` writes it. `title` is a label, `description` its help. */
  schema: object
  value: Values
  onChange: (value: Values) => void
  /** As a refusal of the API has them: by path, such as `items.0.url`. */
  errors?: Readonly<Record<string, readonly string[]>> | undefined
  readOnly?: boolean | undefined
  /** New errors do not take the focus: they come while the user types, or the screen has its own summary. */
  keepsFocus?: boolean | undefined
}

/** A form for the values of a JSON schema. The caller holds the value, saves it and shows the buttons. */
export const SchemaForm = <Values,>({ onChange, ...props }: SchemaFormProps<Values>) => (
  <LoadedPart>
    <GeneratedForm {...props} onChange={(value) => onChange(value as Values)} />
  </LoadedPart>
)
