import type { FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils'
import { entryStyles as parts } from '../parts/entry-styles.ts'
import { errorId, helpId, mustBeFilled } from './describe-field.ts'
import css from './form.module.css'
import type { FormNode } from './prepare-schema.ts'

/** Label, control, error and help of one field. Groups bring their own legend. */
function FieldTemplate({ id, label, schema, hidden, rawErrors, required, children }: FieldTemplateProps) {
  if (hidden) return <div hidden>{children}</div>
  const isGroup = schema.type === 'object' || schema.type === 'array'
  const [error] = rawErrors ?? []
  return (
    <div className={isGroup ? css.group : parts.field}>
      {!isGroup && schema.type !== 'boolean' && schema.title !== undefined && (
        <label
          // A group of buttons and an editor have names of their own.
          htmlFor={['radio', 'html'].includes((schema as FormNode).widget ?? '') ? undefined : id}
          className={required && mustBeFilled(schema) ? css.mandatory : undefined}
        >
          {label}
        </label>
      )}
      {children}
      {error && (
        <p id={errorId(id)} className={css.error}>
          {error}
        </p>
      )}
      {!isGroup && schema.description && <p id={helpId(id)}>{schema.description}</p>}
    </div>
  )
}

function ObjectFieldTemplate({ fieldPathId, title, schema, properties }: ObjectFieldTemplateProps) {
  const show = (some: typeof properties) =>
    some.map(({ name, content, hidden }) => (
      <div key={name} hidden={hidden}>
        {content}
      </div>
    ))
  const isBeside = ({ name }: { name: string }) =>
    (schema.properties?.[name] as FormNode | undefined)?.column === 'side'
  if (fieldPathId.path.length === 0 && properties.some(isBeside))
    return (
      <div className={css.columns} data-columns="">
        <div className={parts.form}>{show(properties.filter((property) => !isBeside(property)))}</div>
        <div className={`${parts.form} ${css.side}`}>{show(properties.filter(isBeside))}</div>
      </div>
    )
  const content = show(properties)
  // The root has its heading in the screen, and an item of a list in the list.
  if (fieldPathId.path.length === 0 || schema.title === undefined)
    return <div className={parts.form}>{content}</div>
  return (
    <fieldset id={fieldPathId.$id} className={css.fieldset} tabIndex={-1}>
      <legend>{title}</legend>
      {schema.description && <p className={css.help}>{schema.description}</p>}
      {content}
    </fieldset>
  )
}

const Nothing = () => null

export const templates = {
  FieldTemplate,
  ObjectFieldTemplate,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  DescriptionFieldTemplate: Nothing,
}
