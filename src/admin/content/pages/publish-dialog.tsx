import { useState } from 'react'
import { api } from '#admin/api.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryMoment } from '#admin/parts/entry-moment.tsx'
import type { EditablePage } from '#contract/admin/content/pages.ts'
import type { WritePage } from './editor-content.ts'
import css from './page-editor.module.css'

type Props = { hasDraft: boolean; page: Omit<EditablePage, 'content'>; write: WritePage }

/** Publishes the draft now, or at a time. */
export function PublishDialog({ hasDraft, page, write }: Props) {
  const [when, setWhen] = useState<'now' | 'at'>('now')
  const [at, setAt] = useState<string | null>(null)
  if (!hasDraft)
    return (
      <span className={css.published}>
        {page.published_version ? `Version ${page.published_version.number}` : 'Published'}
      </span>
    )
  const choice = (value: 'now' | 'at', label: string) => (
    <label className={css.check}>
      <input
        type="radio"
        name="when"
        value={value}
        checked={when === value}
        onChange={() => setWhen(value)}
      />
      {label}
    </label>
  )
  return (
    <ActionDialog
      label="Publish"
      title="Publish the page"
      submit={when === 'now' ? 'Publish now' : 'Schedule'}
      onSubmit={() =>
        write((ref) => api.adminPages.publish({ ...ref, ...(when === 'at' && { at: at ?? '' }) }))
      }
    >
      {(errors) => (
        <>
          <fieldset className={css.choices}>
            <legend>When</legend>
            {choice('now', 'Now: visitors see it within seconds')}
            {choice('at', 'At a time')}
          </fieldset>
          {when === 'at' && (
            <EntryMoment
              label="Date and time"
              value={at}
              errors={errors.at}
              hint="The draft cannot be changed until then."
              onChange={setAt}
            />
          )}
        </>
      )}
    </ActionDialog>
  )
}
