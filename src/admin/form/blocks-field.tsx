import type { ErrorSchema, FieldProps } from '@rjsf/utils'
import { lazy } from 'react'
import { LoadedPart } from '../parts/failure.tsx'
import type { Blocks } from './blocks-document.ts'
import { errorId, helpId } from './describe-field.ts'
import css from './form.module.css'
import type { FormNode } from './prepare-schema.ts'

const BlocksEditor = lazy(() => import('./blocks-editor.tsx'))

/** A text in blocks, edited as one document. Errors of a block are below it, because the editor has no fields of its own. */
export function BlocksField({
  schema,
  formData,
  fieldPathId,
  errorSchema,
  onChange,
  readonly,
  disabled,
}: FieldProps) {
  const { title = 'Text', description, items } = schema as unknown as FormNode
  const variants = items?.variants ?? {}
  const id = fieldPathId.$id
  const blocks = (formData ?? []) as Blocks
  const errors = Object.entries((errorSchema ?? {}) as Record<string, ErrorSchema>).flatMap(([at, error]) =>
    /^\d+$/.test(at)
      ? messagesIn(error, variants[blocks[Number(at)]?.type ?? '']).map((message) => ({
          at: Number(at),
          message,
        }))
      : [],
  )
  const describedBy = [errors.length > 0 && errorId(`${id}_blocks`), description && helpId(id)]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={css.group}>
      <span className={css.caption}>{title}</span>
      <LoadedPart waiting={<p>Loading the editor …</p>}>
        <BlocksEditor
          id={id}
          label={title}
          value={blocks}
          isReadOnly={readonly === true || disabled === true}
          describedBy={describedBy || undefined}
          invalid={[...new Set(errors.map(({ at }) => at))]}
          onChange={(next) => onChange(next, fieldPathId.path)}
        />
      </LoadedPart>
      {errors.length > 0 && (
        <ul id={errorId(`${id}_blocks`)} className={css.blockErrors}>
          {errors.map(({ at, message }) => (
            <li key={`${at} ${message}`} className={css.error}>
              Block {at + 1}: {message}
            </li>
          ))}
        </ul>
      )}
      {description && (
        <p id={helpId(id)} className={css.help}>
          {description}
        </p>
      )}
    </div>
  )
}

/** All messages at a node and below it, each with the title of what it is about. */
function messagesIn(errors: ErrorSchema, node: FormNode | undefined): string[] {
  const { __errors = [], ...below } = errors as ErrorSchema & { __errors?: string[] }
  const title = node?.title ? `${node.title}: ` : ''
  return [
    ...new Set(__errors.map((message) => `${title}${message}`)),
    ...Object.entries(below).flatMap(([name, one]) =>
      messagesIn(one as ErrorSchema, node?.properties?.[name] ?? node?.items ?? node),
    ),
  ]
}
