import { useState } from 'react'
import { EntryField } from '#admin/parts/entry-field.tsx'
import { pictureGridStyles as grid } from '#admin/parts/styles.ts'
import { ViewDialog } from '#admin/parts/view-dialog.tsx'
import type { SectionType } from '#contract/admin/content/pages.ts'
import css from './page-editor.module.css'

type Props = { types: readonly SectionType[]; onAdd: (type: SectionType) => void }

/** Every section that can be added, with its picture, found by name or purpose. */
export function SectionGallery({ types, onAdd }: Props) {
  return (
    <ViewDialog label="Add a section" title="Add a section">
      {(close) => (
        <Gallery
          types={types}
          onAdd={(type) => {
            close()
            onAdd(type)
          }}
        />
      )}
    </ViewDialog>
  )
}

function Gallery({ types, onAdd }: Props) {
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = types.filter(({ label, help }) =>
    words.every((word) => `${label} ${help}`.toLowerCase().includes(word)),
  )
  return (
    <>
      <EntryField
        label="Search sections"
        type="search"
        placeholder="Pictures, products, text …"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <ul className={`${grid.grid} ${css.gallery}`}>
        {found.map((type) => (
          <li key={type.component}>
            <button type="button" onClick={() => onAdd(type)}>
              {type.preview ? (
                <img className={grid.picture} src={type.preview} alt="" loading="lazy" />
              ) : (
                <span className={grid.picture} />
              )}
              <strong>{type.label}</strong>
              <small>{type.help}</small>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className={css.help}>
        {found.length === 0 ? 'No sections found' : `${found.length} sections`}
      </p>
    </>
  )
}
