import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { useEffect, useId, useState } from 'react'
import { entryStyles as parts } from '#admin/parts/styles.ts'
import { Button } from '#ui/button.tsx'
import css from './blocks-editor.module.css'
import { useFormServices } from './form-services.ts'

/** A picture in the text with its text alternative, caption and link. */
function PictureView({ node, editor, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const { chooseImage } = useFormServices()
  const { path = '', alt = '', caption = '', url = '' }: Record<string, string | undefined> = node.attrs
  const set = (name: string) => (text: string) => updateAttributes({ [name]: text })
  const isReadOnly = !editor.isEditable

  async function replace() {
    const chosen = await chooseImage?.()
    if (chosen) updateAttributes({ path: chosen.path, alt: chosen.alt || alt })
  }

  return (
    <NodeViewWrapper className={css.picture} data-selected={selected || undefined}>
      <img src={`/media/${path}`} alt="" width={160} height={160} data-drag-handle="" />
      <div className={css.pictureFields}>
        <Entry label="Text alternative" value={alt} isReadOnly={isReadOnly} onChange={set('alt')} />
        <Entry label="Caption" value={caption} isReadOnly={isReadOnly} onChange={set('caption')} />
        <Entry
          label="Link of the caption"
          placeholder="/page or https://…"
          value={url}
          isReadOnly={isReadOnly}
          onChange={set('url')}
        />
        {!isReadOnly && (
          <span className={css.pictureButtons}>
            {chooseImage && (
              <Button look="secondary" aria-label="Replace this picture" onClick={() => void replace()}>
                Replace
              </Button>
            )}
            <Button look="quiet" aria-label="Remove this picture" onClick={deleteNode}>
              Remove
            </Button>
          </span>
        )}
      </div>
    </NodeViewWrapper>
  )
}

type EntryProps = {
  label: string
  value: string
  placeholder?: string
  isReadOnly: boolean
  onChange: (text: string) => void
}

/** Keeps what is typed itself: the document changes later than the input, which would move the cursor. */
function Entry({ label, value, placeholder, isReadOnly, onChange }: EntryProps) {
  const id = useId()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  return (
    <div className={parts.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={parts.input}
        value={text}
        placeholder={placeholder}
        readOnly={isReadOnly}
        onChange={({ target }) => {
          setText(target.value)
          onChange(target.value)
        }}
      />
    </div>
  )
}

export const pictureView = ReactNodeViewRenderer(PictureView)
