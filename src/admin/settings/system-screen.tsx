import { useQuery } from '@tanstack/react-query'
import { ownValue } from '#contract/rules/own-value.ts'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { NotLoaded } from '../parts/failure.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { useTitle, Waiting } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { DemoDataSection } from './demo-data.tsx'
import css from './settings.module.css'

/** What `vitrine doctor` knows: release, jobs, outbox and configuration. */
export default function SystemScreen() {
  useTitle('System')
  const { time } = useFormat()
  const { data, error, refetch } = useAnswer(queryKeys.system, (signal) => api.adminSystem.get({}, signal))
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  const { release, node, database, started_at, jobs, troubles, outbox, shared_cache, configuration } = data
  return (
    <>
      <div className={screen.header}>
        <h1>System</h1>
        <span className={screen.links}>
          <Button look="secondary" onClick={() => void refetch()}>
            Refresh
          </Button>
        </span>
      </div>
      <dl className={css.facts}>
        <Fact name="Release" value={release} />
        <Fact name="Running since" value={time(started_at)} />
        <Fact name="Node" value={node} />
        <Fact name="PostgreSQL" value={database} />
      </dl>
      <DemoDataSection />
      <section className={css.group}>
        <h2>Background jobs</h2>
        {jobs === null ? (
          <p>The queue is not set up yet.</p>
        ) : (
          <dl className={css.facts}>
            <Fact name="Waiting" value={jobs.waiting} />
            <Fact name="Running" value={jobs.running} />
            <Fact name="Retrying" value={jobs.retrying} />
            <Fact name="Given up" value={jobs.dead} />
            <Fact name="Records failing" value={jobs.failing_records} />
          </dl>
        )}
        {troubles.length > 0 && (
          <ul>
            {troubles.map(({ job, state, count, last_error, last_at }) => (
              <li key={`${job} ${state}`}>
                {job}: {count} {state.replace('_', ' ')}, last at {time(last_at)}: {last_error}
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className={css.group}>
        <h2>Messages</h2>
        {outbox.length === 0 ? (
          <p>No messages yet.</p>
        ) : (
          <dl className={css.facts}>
            {outbox.map(({ channel, status, count }) => (
              <Fact
                key={`${channel} ${status}`}
                name={`${ownValue(channelNames, channel) ?? channel} ${status}`}
                value={count}
              />
            ))}
          </dl>
        )}
        <FailedMessages />
      </section>
      {shared_cache && <SharedCache {...shared_cache} />}
      <Configuration variables={configuration} />
    </>
  )
}

const channelNames: Partial<Record<string, string>> = { mail: 'E-mails', sms: 'SMS' }

type System = Awaited<ReturnType<typeof api.adminSystem.get>>['data']

function Configuration({ variables }: { variables: System['configuration'] }) {
  return (
    <section className={css.group}>
      <h2>Configuration</h2>
      <p className={screen.help}>From the server’s environment and Services. Secrets are masked.</p>
      <dl className={css.configuration}>
        {variables.map(({ name, value, about }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <code>{value}</code>
              <small>{about}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type SharedCacheState = NonNullable<System['shared_cache']>

/** The cache before the shop, and what it means when changes do not reach it. */
function SharedCache({ name, has_keys, behind_seconds, problem, purged_at }: SharedCacheState) {
  const { time } = useFormat()
  return (
    <section className={css.group}>
      <h2>Shared cache</h2>
      {!has_keys && <p>{name} has no keys, so it keeps no pages. Enter them under Services.</p>}
      {problem && (
        <p role="alert">
          {problem}. Shoppers may see prices and texts from before the last changes for up to ten minutes. The
          shop tries again at least once a minute.
        </p>
      )}
      <dl className={css.facts}>
        <Fact name="Cache" value={name} />
        <Fact name="Last purged" value={purged_at === null ? 'Never' : time(purged_at)} />
        <Fact name="Seconds behind" value={behind_seconds} />
      </dl>
    </section>
  )
}

/** Mails and SMS that could not be sent, to send again once the cause is removed. */
function FailedMessages() {
  const { time } = useFormat()
  const { data: messages = [], refetch } = useQuery({
    queryKey: queryKeys.failedMessages,
    queryFn: async ({ signal }) => (await api.adminSystem.failedMessages({}, signal)).data.messages,
  })

  async function resend(id: number) {
    try {
      const { message } = await api.adminSystem.resend({ id })
      showMessage(message ?? 'Queued')
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      showMessage(refused.message, 'bad')
    }
    await refetch()
  }

  if (messages.length === 0) return <p className={screen.help}>No message has failed.</p>
  return (
    <ul className={css.plugins} aria-label="Messages that failed">
      {messages.map(({ id, kind, recipient, subject, attempts, last_error, is_given_up, created_at }) => (
        <li key={id}>
          <div>
            <span>
              {subject || kind} to {recipient}
            </span>
            <span className={screen.help}>
              {time(created_at)}, {is_given_up ? 'given up' : 'retrying'} after {attempts}{' '}
              {attempts === 1 ? 'attempt' : 'attempts'}: {last_error}
            </span>
          </div>
          <Button look="secondary" aria-label={`Send again to ${recipient}`} onClick={() => void resend(id)}>
            Send again
          </Button>
        </li>
      ))}
    </ul>
  )
}

const Fact = ({ name, value }: { name: string; value: string | number | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value ?? '–'}</dd>
  </div>
)
