import { lazy } from 'react'
import { ownValue } from '#contract/rules/own-value.ts'
import { LoadedPart } from '../parts/failure.tsx'
import type { Blocks } from './blocks-document.ts'
import { errorId, type FieldProps, useField } from './field-props.ts'
import css from './form.module.css'
import type { FormNode } from './prepare-schema.ts'

const BlocksEditor = lazy(() => import('./blocks-editor.tsx'))

/** A text in blocks, edited as one document. Errors of a block are below it, because the editor has no fields of its own. */
export function BlocksField(props: FieldProps) {
  const { id, helpId, title = 'Text', description, errorsBelow, isReadOnly, onChange } = useField(props)
  const variants = props.node.items?.variants ?? {}
  const blocks = (props.value ?? []) as Blocks
  const errors = errorsBelow.flatMap(({ below, messages }) => {
    const [at, ...rest] = below.split('.')
    const shape = ownValue(variants, blocks[Number(at)]?.type ?? '')
    return messages.map((text) => ({ at: Number(at), message: `${titleAt(shape, rest)}${text}` }))
  })
  const describedBy = [errors.length > 0 && errorId(`${id}_blocks`), description && helpId]
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
          isReadOnly={isReadOnly}
          describedBy={describedBy || undefined}
          invalid={[...new Set(errors.map(({ at }) => at))]}
          onChange={onChange}
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
        <p id={helpId} className={css.help}>
          {description}
        </p>
      )}
    </div>
  )
}

/** The title of a field of a block, before its message. */
function titleAt(node: FormNode | undefined, path: readonly string[]): string {
  let at = node
  for (const step of path) at = at?.properties?.[step] ?? at?.items ?? at
  return at?.title ? `${at.title}: ` : ''
}
