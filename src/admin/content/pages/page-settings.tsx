import { lazy } from 'react'
import { EntryField, EntryText } from '#admin/parts/entry-field.tsx'
import { LoadedPart } from '#admin/parts/failure.tsx'
import type { EditablePage } from '#contract/admin/content/pages.ts'
import type { EditorContent } from './editor-content.ts'
import css from './page-editor.module.css'
import { PagePicture } from './page-picture.tsx'
import { ScheduleFields } from './schedule-fields.tsx'

const CustomFields = lazy(() => import('#admin/fields/custom-fields.tsx'))

type Props = {
  area: 'page' | 'header' | 'footer'
  page: Omit<EditablePage, 'content'>
  content: EditorContent
  errors: Record<string, string[]>
  isReadOnly: boolean
  onChange: (change: Partial<Omit<EditorContent, 'sections'>>, about: string) => void
}

/** Name, texts and picture for search engines and link previews, and visibility of the page; for header and footer, where their contents are changed. */
export function PageSettings({ area, page, content, errors, isReadOnly, onChange }: Props) {
  if (area !== 'page')
    return (
      <>
        <h2>{area === 'header' ? 'Header' : 'Footer'}</h2>
        <p>
          All pages share the {area}. Its links are the menus of the shop; logo, notice bar and contact
          details are settings of the store.
        </p>
      </>
    )
  return (
    <>
      <h2>Page settings</h2>
      <EntryField
        label="Name"
        value={content.name}
        maxLength={200}
        readOnly={isReadOnly}
        errors={errors.name}
        onChange={(event) => onChange({ name: event.target.value }, 'name')}
      />
      <p className={css.help}>
        Address: <code>/{page.slug}</code>
      </p>
      <EntryField
        label="Title for search engines"
        value={content.meta_title ?? ''}
        maxLength={200}
        readOnly={isReadOnly}
        errors={errors.meta_title}
        hint="The name of the page when empty."
        onChange={(event) => onChange({ meta_title: event.target.value || null }, 'meta_title')}
      />
      <EntryText
        label="Description for search engines"
        value={content.meta_description ?? ''}
        maxLength={500}
        readOnly={isReadOnly}
        errors={errors.meta_description}
        onChange={(event) => onChange({ meta_description: event.target.value || null }, 'meta_description')}
      />
      <PagePicture
        path={content.social_image_path}
        errors={errors.social_image_path}
        isReadOnly={isReadOnly}
        onChange={(social_image_path) => onChange({ social_image_path }, 'social_image_path')}
      />
      <label className={css.check}>
        <input
          type="checkbox"
          checked={content.is_active}
          disabled={isReadOnly}
          onChange={(event) => onChange({ is_active: event.target.checked }, 'is_active')}
        />
        Visitors can see this page
      </label>
      <ScheduleFields
        times={content}
        errors={errors}
        isReadOnly={isReadOnly}
        onChange={(times) => onChange(times, 'schedule')}
      />
      <LoadedPart>
        <CustomFields
          owner="page"
          value={content.custom}
          errors={errors}
          readOnly={isReadOnly}
          onChange={(custom) => onChange({ custom }, 'custom')}
        />
      </LoadedPart>
      {page.page_type === 'Home' && <p className={css.help}>The home page is what visitors see first.</p>}
    </>
  )
}
