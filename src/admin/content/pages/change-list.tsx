import { plainText } from '#admin/parts/value-changes.ts'
import { comparePages, type PageChange } from '#contract/admin/content/compare-pages.ts'
import type { PageContent } from '#contract/admin/content/page-content.ts'
import type { SectionTypes } from './editor-content.ts'
import { fieldLabel } from './field-label.ts'
import css from './page-editor.module.css'

type Props = {
  before: PageContent
  after: PageContent
  types: SectionTypes
  labels: readonly [before: string, after: string]
}

/** What changed from one version of a page to another, by section and field. */
export function ChangeList({ before, after, types: { types, layout }, labels }: Props) {
  const changes = comparePages(before, after)
  if (changes.length === 0) return <p>There is no difference.</p>
  const nameOf = ({ section }: PageChange) =>
    section
      ? (types.find(({ component }) => component === section.component)?.label ?? section.component)
      : 'Page'
  const fieldOf = ({ section, field }: PageChange) => {
    const type = types.find(({ component }) => component === section?.component)
    return field.startsWith('layout.')
      ? `Layout, ${fieldLabel(layout, field.slice('layout.'.length))}`
      : fieldLabel(type?.fields ?? {}, field)
  }
  return (
    <table className={css.changes}>
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col">{labels[0]}</th>
          <th scope="col">{labels[1]}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={`${change.kind} ${change.section?.key} ${change.field}`}>
            <th scope="row">
              {nameOf(change)}
              {change.kind === 'changed' && <small>{fieldOf(change)}</small>}
            </th>
            {change.kind === 'changed' ? (
              <>
                <td>{textOf(change.before)}</td>
                <td>{textOf(change.after)}</td>
              </>
            ) : (
              <td colSpan={2}>{kinds[change.kind]}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const kinds = { added: 'Section added', removed: 'Section removed', moved: 'Section moved' }

function textOf(value: unknown): string {
  const text = plainText(value) ?? '–'
  return text.length > 160 ? `${text.slice(0, 160)} …` : text
}
