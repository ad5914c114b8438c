import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { Submission } from '#contract/admin/content/submissions.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { type Answer, ApiError, api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { BackLink } from '../parts/back-link.tsx'
import { EntryText } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { recordStyles as css } from '../parts/record-styles.ts'
import { useTitle } from '../parts/use-title.ts'
import { Waiting } from '../parts/waiting.tsx'
import { useSession } from '../session-context.ts'

/** A message that a visitor sent through a form, and its answer. */
export default function SubmissionScreen() {
  const id = Number(useParams().id)
  const queryKey = ['submission', id]
  const client = useQueryClient()
  const { may } = useSession()
  const { moment } = useFormat()
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.adminSubmissions.get({ id }, signal)).data,
  })
  useTitle(data ? `${data.form_name} ${id}` : 'Message')
  if (error)
    return (
      <div role="alert">
        <h1>Message</h1>
        <p>{error.message}</p>
        <Link to="/submissions">All messages</Link>
      </div>
    )
  if (!data) return <Waiting />

  async function apply(reply: Promise<Answer<Submission>>) {
    const { data: next, message } = await reply
    client.setQueryData(queryKey, next)
    if (message) showMessage(message)
  }
  async function mark(is_answered: boolean) {
    try {
      await apply(api.adminSubmissions.mark({ id, is_answered }))
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      showMessage(refused.message, 'bad')
    }
  }

  const { form_name, email, values, created_at, answered_at, answered_by } = data
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
          </p>
        </div>
        {may('content.write') && (
          <div className={css.actions}>
            {email && (
              <ActionDialog
                label="Answer"
                title={`Answer ${email}`}
                submit="Send"
                onSubmit={(entries) =>
                  apply(api.adminSubmissions.answer({ id, text: String(entries.get('text')) }))
                }
              >
                {(errors) => <EntryText label="Your answer" name="text" rows={8} errors={errors.text} />}
              </ActionDialog>
            )}
            <Button look="secondary" onClick={() => void mark(answered_at === null)}>
              {answered_at ? 'Mark as open' : 'Mark as answered'}
            </Button>
          </div>
        )}
      </div>
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
