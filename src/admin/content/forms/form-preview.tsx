import { useId } from 'react'
import type { FormFieldValues, FormValues } from '#contract/admin/content/forms.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx'
import css from './form-preview.module.css'

/** The form with the controls that shoppers see. It is part of the editor's form, so it sends nothing. */
export function FormPreview({ values }: { values: Partial<FormValues> }) {
  const heading = useId()
  const { name, description, fields = [], submit_label } = values
  return (
    <section className={css.preview} aria-labelledby={heading}>
      <h2 id={heading}>Preview</h2>
      <div className={css.paper}>
        <p className={css.name}>{name || 'Name of the form'}</p>
        {description && <p>{description}</p>}
        {fields.length === 0 && <p className={css.help}>This form has no fields yet.</p>}
        <div className={css.fields}>
          {fields.map((field, at) => (
            <div key={at} className={css.cell} data-width={field.width}>
              <Control field={field} name={`preview_${at}`} />
            </div>
          ))}
        </div>
        <div>
          <Button disabled>{submit_label || 'Send'}</Button>
        </div>
      </div>
    </section>
  )
}

function Control({ field, name }: { field: FormFieldValues; name: string }) {
  const { type, label: text, placeholder, is_required, options = [] } = field
  const label = text || 'Label'
  const frame = { label, name, isOptional: !is_required, error: undefined }
  const choices = options.map((option) => ({ ...option, value: option.value || option.label }))
  if (type === 'consent' || (type === 'checkbox' && choices.length === 0))
    return <CheckField name={name} value="true" label={label} error={undefined} />
  if (type === 'radio' || type === 'checkbox')
    return (
      <fieldset className={css.choices}>
        <legend>
          {label} {!is_required && '(optional)'}
        </legend>
        {choices.map(({ value, label: option }, at) => (
          <label key={at}>
            <input type={type} name={name} value={value} /> {option}
          </label>
        ))}
      </fieldset>
    )
  if (type === 'select')
    return (
      <SelectField
        {...frame}
        options={choices}
        placeholder={placeholder || 'Please choose'}
        defaultValue=""
      />
    )
  if (type === 'textarea') return <TextAreaField {...frame} rows={4} placeholder={placeholder} />
  if (type === 'file')
    return <TextField {...frame} type="file" hint="JPEG, PNG, WebP or PDF, up to 5 MB" disabled />
  return (
    <TextField {...frame} type={inputTypes[type]} placeholder={placeholder || undefined} autoComplete="off" />
  )
}

const inputTypes = { text: 'text', email: 'email', phone: 'tel', number: 'text', date: 'date' } as const
