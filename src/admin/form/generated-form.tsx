// Not the package's root: it also loads a test registry, which needs ajv.
import Form from '@rjsf/core/lib/components/Form.js'
import type { RJSFSchema } from '@rjsf/utils'
import { ErrorSchemaBuilder } from '@rjsf/utils'
import { useId, useMemo } from 'react'
import { ErrorSummary } from './error-summary.tsx'
import { fields } from './fields.tsx'
import type { SchemaFormProps } from './prepare-schema.ts'
import { fillDefaults, prepareSchema } from './prepare-schema.ts'
import { templates } from './templates.tsx'
import { widgets } from './widgets.tsx'
import { createValidator } from './zod-validator.ts'

/** The form itself, a chunk of its own: the generator and zod are loaded with the first form. */
export default function GeneratedForm({
  schema,
  value,
  onChange,
  errors = noErrors,
  readOnly = false,
  keepsFocus = false,
}: SchemaFormProps) {
  const idPrefix = useId()
  const node = useMemo(() => prepareSchema(schema), [schema])
  const validator = useMemo(() => createValidator(schema), [schema])
  const filled = useMemo(() => fillDefaults(node, value), [node, value])
  const extraErrors = useMemo(() => {
    const builder = new ErrorSchemaBuilder()
    for (const [path, messages] of Object.entries(errors)) builder.addErrors([...messages], pathOf(path))
    return builder.ErrorSchema
  }, [errors])

  return (
    <>
      <ErrorSummary errors={errors} node={node} value={filled} idPrefix={idPrefix} hasFocus={!keepsFocus} />
      <Form
        tagName="div"
        schema={node as RJSFSchema}
        formData={filled}
        formContext={{ values: filled }}
        validator={validator}
        fields={fields as never}
        widgets={widgets as never}
        templates={templates as never}
        idPrefix={idPrefix}
        extraErrors={extraErrors}
        readonly={readOnly}
        liveValidate="onBlur"
        showErrorList={false}
        experimental_defaultFormStateBehavior={noDefaults}
        onChange={({ formData }) => onChange(formData)}
      >
        {/* Instead of the submit button, which belongs to the caller. */}
        <span hidden />
      </Form>
    </>
  )
}

const noErrors: Record<string, string[]> = {}

// `fillDefaults` fills them without reporting a change when the form opens.
const noDefaults = { emptyObjectFields: 'skipDefaults', constAsDefaults: 'never' } as const

/** `items.0.url` is the property `url` of the first item. */
export const pathOf = (path: string): (string | number)[] =>
  path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
