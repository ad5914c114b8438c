import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Submission } from '#contract/admin/content/submissions.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { AssigneeEntry } from '../parts/assignee-entry.tsx'
import { EntryText } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { entry, readEntries } from '../parts/read-entries.ts'
import { BackLink, RecordFailure, useTitle, Waiting } from '../parts/screen-frame.tsx'
import { recordStyles as css } from '../parts/styles.ts'
import { useRecordActions } from '../parts/use-record-actions.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'

/** A message that a visitor sent through a form, and its answer. */
export default function SubmissionScreen() {
  const id = Number(useParams().id)
  const queryKey = queryKeys.record('submissions', id)
  const client = useQueryClient()
  const { may } = useSession()
  const { moment } = useFormat()
  const { data, error } = useAnswer(queryKey, (signal) => api.adminSubmissions.get({ id }, signal))
  const show = (next: Submission) => client.setQueryData(queryKey, next)
  useTitle(data ? `${data.form_name} ${id}` : 'Message')
  if (error) return <RecordFailure title="Message" error={error} to="/submissions" all="All messages" />
  if (!data) return <Waiting />

  const { form_name, email, values, assigned_to, created_at, answered_at, answered_by } = data
  return (
    <>
      <BackLink to="/submissions">Messages</BackLink>
      <div className={css.header}>
        <div>
          <h1>
            {form_name} {id}
          </h1>
          <p className={css.chips}>
            <Chip tone={answered_at ? 'calm' : 'open'}>{answered_at ? 'Answered' : 'Open'}</Chip>
            <span>{moment(created_at)}</span>
            {answered_at && (
              <span>
                answered by {answered_by}, {moment(answered_at)}
              </span>
            )}
            {assigned_to && <span>assigned to {assigned_to.name}</span>}
          </p>
        </div>
        {may('content.write') && <Actions submission={data} show={show} />}
      </div>
      {may('content.write') && <Assignment submission={data} show={show} />}
      <section className={css.card}>
        <h2>Message</h2>
        {email && <a href={`mailto:${email}`}>{email}</a>}
        <dl className={css.list}>
          {values.map(({ label, value }) => (
            <div key={label}>
              <dt>
                <strong>{label}</strong>
              </dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

type PartProps = { submission: Submission; show: (next: Submission) => void }

function Actions({ submission: { id, email, answered_at }, show }: PartProps) {
  const { run, attempt } = useRecordActions(show)
  return (
    <div className={css.actions}>
      {email && (
        <ActionDialog
          label="Answer"
          title={`Answer ${email}`}
          submit="Send"
          onSubmit={(form) =>
            run(api.adminSubmissions.answer({ id, ...readEntries(form, { text: entry.text }) }))
          }
        >
          {(errors) => <EntryText label="Your answer" name="text" rows={8} errors={errors.text} />}
        </ActionDialog>
      )}
      <Button
        look="secondary"
        onClick={() => void attempt(api.adminSubmissions.mark({ id, is_answered: answered_at === null }))}
      >
        {answered_at ? 'Mark as open' : 'Mark as answered'}
      </Button>
    </div>
  )
}

function Assignment({ submission: { id, assigned_to }, show }: PartProps) {
  const { attempt } = useRecordActions(show)
  const { data: assignees } = useAnswer(queryKeys.submissionAssignees, (signal) =>
    api.adminSubmissions.assignees({}, signal),
  )
  if (!assignees) return null
  return (
    <section className={css.card} aria-label="Assignment">
      <AssigneeEntry
        members={assignees}
        assigned={assigned_to}
        onAssign={(staff_id) =>
          void attempt(api.adminSubmissions.assign({ id, staff_id, from_id: assigned_to?.id ?? null }))
        }
      />
    </section>
  )
}
