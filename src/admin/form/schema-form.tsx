import { lazy } from 'react'
import { LoadedPart } from '../parts/failure.tsx'
import type { SchemaFormProps } from './prepare-schema.ts'

const GeneratedForm = lazy(() => import('./generated-form.tsx'))

/** A form for the values of a JSON schema. The caller holds the value, saves it and shows the buttons. */
export const SchemaForm = <Values,>({ onChange, ...props }: SchemaFormProps<Values>) => (
  <LoadedPart>
    <GeneratedForm {...props} onChange={(value) => onChange(value as Values)} />
  </LoadedPart>
)
