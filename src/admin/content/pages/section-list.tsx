import { useSortable } from '@dnd-kit/react/sortable'
import { useState } from 'react'
import { AdminIcon, type AdminIconName } from '#admin/parts/admin-icon.tsx'
import { movedTo } from '#admin/parts/place-text.ts'
import { SortableArea } from '#admin/parts/sorting.tsx'
import type { SectionType } from '#contract/admin/content/pages.ts'
import type { EditorContent, EditorSection, Selection } from './editor-content.ts'
import { changeSection, moveSection, moveSectionBy } from './editor-content.ts'
import css from './page-editor.module.css'
import { SectionGallery } from './section-gallery.tsx'

type Props = {
  content: EditorContent
  types: readonly SectionType[]
  selection: Selection
  /** The places of sections with errors. */
  errors: ReadonlySet<number>
  isReadOnly: boolean
  onSelect: (selection: Selection) => void
  onChange: (change: (content: EditorContent) => EditorContent) => void
  onAdd: (type: SectionType) => void
  onDuplicate: (key: string) => void
  onRemove: (key: string) => void
}

/** The sections in the page's order: select, drag or move by buttons, hide, duplicate, remove, add. */
export function SectionList(props: Props) {
  const { content, types, selection, isReadOnly, onSelect, onChange, onAdd } = props
  const [announced, setAnnounced] = useState('')
  const area = 'area' in selection ? selection.area : undefined
  const areaButton = (name: 'page' | 'header' | 'footer', label: string) => (
    <button
      type="button"
      className={css.areaButton}
      aria-pressed={area === name}
      onClick={() => onSelect({ area: name })}
    >
      {label}
    </button>
  )
  return (
    <nav className={css.sections} aria-label="Sections">
      {areaButton('page', 'Page settings')}
      {areaButton('header', 'Header')}
      <SortableArea
        onMove={(_, to, key) => {
          const others = content.sections.filter((section) => section.key !== key)
          onChange((before) => moveSection(before, String(key), others[to]?.key ?? null))
        }}
      >
        <ol className={css.sectionItems}>
          {content.sections.map((section, at) => (
            <SectionItem key={section.key} {...props} section={section} at={at} onAnnounce={setAnnounced} />
          ))}
        </ol>
      </SortableArea>
      {content.sections.length === 0 && <p className={css.help}>This page has no sections yet.</p>}
      {!isReadOnly && <SectionGallery types={types} onAdd={onAdd} />}
      {areaButton('footer', 'Footer')}
      <p role="status" className="visually-hidden">
        {announced}
      </p>
    </nav>
  )
}

function SectionItem({
  section,
  at,
  content,
  types,
  selection,
  errors,
  isReadOnly,
  onSelect,
  onChange,
  onDuplicate,
  onRemove,
  onAnnounce,
}: Props & { section: EditorSection; at: number; onAnnounce: (text: string) => void }) {
  const { key, component, is_visible, starts_at, ends_at } = section
  const label = types.find((type) => type.component === component)?.label ?? component
  const { ref, handleRef, isDragging } = useSortable({
    id: key,
    index: at,
    disabled: isReadOnly,
    data: { name: label },
  })
  const isSelected = 'section' in selection && selection.section === key
  const hint = titleOf(section)
  const moveBy = (by: -1 | 1) => {
    onChange((before) => moveSectionBy(before, key, by))
    onAnnounce(movedTo(label, at + by, content.sections.length))
  }
  const button = (icon: AdminIconName, what: string, onClick: () => void, isDisabled = false) => (
    <button
      type="button"
      aria-label={`${what}: ${label}`}
      title={what}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onClick}
    >
      <AdminIcon name={icon} size={16} />
    </button>
  )
  return (
    <li ref={ref} data-selected={isSelected || undefined} data-dragging={isDragging || undefined}>
      <div className={css.sectionRow}>
        {!isReadOnly && (
          <span ref={handleRef} className={css.handle} aria-hidden="true" tabIndex={-1}>
            <AdminIcon name="grip" size={16} />
          </span>
        )}
        <button
          type="button"
          className={css.sectionName}
          data-hidden={!is_visible || undefined}
          aria-pressed={isSelected}
          onClick={() => onSelect({ section: key })}
        >
          <span>{label}</span>
          {hint && <small>{hint}</small>}
          {!is_visible && <small>Hidden</small>}
          {(starts_at || ends_at) && <small>Scheduled</small>}
          {errors.has(at) && <small data-tone="bad">Has errors</small>}
        </button>
      </div>
      {isSelected && !isReadOnly && (
        <fieldset className={css.sectionTools} aria-label={`${label}: actions`}>
          {button('arrow-up', 'Move up', () => moveBy(-1), at === 0)}
          {button('arrow-down', 'Move down', () => moveBy(1), at === content.sections.length - 1)}
          {button(is_visible ? 'eye-off' : 'eye', is_visible ? 'Hide' : 'Show', () =>
            onChange((before) => changeSection(before, key, { is_visible: !is_visible })),
          )}
          {button('copy', 'Duplicate', () => onDuplicate(key))}
          {button('trash', 'Remove', () => onRemove(key))}
        </fieldset>
      )}
    </li>
  )
}

/** The text by which people know a section: its heading, or that of its first item. */
function titleOf({ settings }: EditorSection): string {
  const { title, heading, slides } = settings
  const [first] = Array.isArray(slides) ? slides : []
  return [title, heading, first?.heading].find((text) => typeof text === 'string' && text !== '') ?? ''
}
