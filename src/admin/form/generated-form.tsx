import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { ownValue } from '#contract/rules/own-value.ts'
import { useAtRest } from '#ui/use-at-rest.ts'
import { ErrorSummary, focusField } from './error-summary.tsx'
import { Field } from './field.tsx'
import { FormStateContext, type Path, valueAt, valueWith } from './field-props.ts'
import { fillDefaults, prepareSchema, type SchemaFormProps } from './prepare-schema.ts'
import { createValidator } from './zod-validator.ts'

const noErrors: Record<string, string[]> = {}

/** The form itself, a chunk of its own: the fields and zod are loaded with the first form. */
export default function GeneratedForm({
  schema,
  value,
  onChange,
  errors = noErrors,
  readOnly = false,
  keepsFocus = false,
  startsAt,
}: SchemaFormProps<unknown>) {
  const idPrefix = useId()
  useEffect(() => {
    if (startsAt) focusField(`${idPrefix}_${startsAt}`)
  }, [idPrefix, startsAt])
  const node = useMemo(() => prepareSchema({ ...schema }), [schema])
  const validate = useMemo(() => createValidator(schema), [schema])
  const filled = useMemo(() => fillDefaults(node, value), [node, value])
  // The next change of a field may come before the caller has rendered the last one.
  const latest = useRef(filled)
  useEffect(() => {
    latest.current = filled
  }, [filled])
  const [latestFound, setFound] = useState<ReturnType<typeof validate>>([])
  const found = useAtRest(latestFound)

  // An error of the form itself is shown until its field is changed, or until the next blur.
  const present = found.filter((one) => Object.is(valueAt(filled, one.path), one.value))
  const shown: Record<string, readonly string[]> = { ...errors }
  for (const { path, message } of present) {
    const place = path.join('.')
    const others = ownValue(shown, place) ?? []
    if (!others.includes(message)) shown[place] = [message, ...others]
  }

  const state = {
    idPrefix,
    values: filled,
    errors: shown,
    isReadOnly: readOnly,
    change(path: Path, next: unknown) {
      latest.current = valueWith(latest.current, path, next)
      onChange(latest.current)
    },
  }
  return (
    <>
      <ErrorSummary errors={errors} node={node} value={filled} idPrefix={idPrefix} hasFocus={!keepsFocus} />
      <FormStateContext value={state}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: blur events of all fields bubble to it */}
        <div onBlur={() => setFound(validate(latest.current))}>
          <Field node={node} path={[]} value={filled} />
        </div>
      </FormStateContext>
    </>
  )
}
