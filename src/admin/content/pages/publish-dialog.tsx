import { useState } from 'react'
import { api } from '#admin/api.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryField } from '#admin/parts/entry-field.tsx'
import type { EditablePage } from '#contract/admin/content/pages.ts'
import type { WritePage } from './editor-toolbar.tsx'
import css from './page-editor.module.css'
import { fromLocal } from './schedule-fields.tsx'

type Props = { hasDraft: boolean; page: Omit<EditablePage, 'content'>; write: WritePage }

/** Publishes the draft now, or at a time. */
export function PublishDialog({ hasDraft, page, write }: Props) {
  const [when, setWhen] = useState<'now' | 'at'>('now')
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
      onSubmit={(entries) => {
        const at = when === 'at' ? fromLocal(String(entries.get('at') ?? '')) : undefined
        return write((ref) => api.adminPages.publish({ ...ref, ...(at !== undefined && { at: at ?? '' }) }))
      }}
    >
      {(errors) => (
        <>
          <fieldset className={css.choices}>
            <legend>When</legend>
            {choice('now', 'Now: visitors see it within seconds')}
            {choice('at', 'At a time')}
          </fieldset>
          {when === 'at' && (
            <EntryField
              label="Date and time"
              name="at"
              type="datetime-local"
              errors={errors.at}
              hint={`Your time: ${Intl.DateTimeFormat().resolvedOptions().timeZone}. The draft cannot be changed until then.`}
            />
          )}
        </>
      )}
    </ActionDialog>
  )
}
