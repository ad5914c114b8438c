import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ServiceRecord } from '#contract/admin/settings/services.ts'
import { Button } from '#ui/button.tsx'
import { Chip, type Tone } from '#ui/chip.tsx'
import { ApiError, api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { EntryField } from '../parts/entry-field.tsx'
import { NotLoaded } from '../parts/failure.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { useTitle, Waiting } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { KeysDialog } from './keys-dialog.tsx'
import css from './service-list.module.css'

const kinds = {
  payment: 'Payment',
  courier: 'Couriers',
  cdn: 'Shared cache',
  mail: 'E-mail',
  sms: 'SMS',
} as const

/** The services of payment, couriers, mail and SMS: the state of their keys, a test of each, and where they are entered. ADR 0035. */
export default function ServiceList() {
  useTitle('Services')
  const { may } = useSession()
  const client = useQueryClient()
  const { data, error, refetch } = useAnswer(queryKeys.services, (signal) =>
    api.adminServices.list({}, signal),
  )
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return <Waiting />

  async function reload() {
    await refetch()
    // The payment methods show whether their keys are set, the system its configuration, home what is left to set up.
    for (const queryKey of [queryKeys.list('payment-methods'), queryKeys.system, queryKeys.home()])
      void client.invalidateQueries({ queryKey })
  }

  return (
    <>
      <h1>Services</h1>
      <p className={screen.help}>
        The keys with which the shop signs in at other companies. They are stored encrypted, are never shown
        again, and count at once.
        {may('settings.read') && (
          <>
            {' '}
            Trackers have theirs under <Link to="/plugins">Plugins</Link>.
          </>
        )}
      </p>
      {[...Map.groupBy(data.services, ({ kind }) => kind)].map(([kind, ofKind]) => (
        <section key={kind} className={css.kind} aria-labelledby={`services-${kind}`}>
          <h2 id={`services-${kind}`}>{kinds[kind]}</h2>
          <div className={css.cards}>
            {ofKind.map((service) => (
              <Card key={service.id} service={service} onChange={reload} />
            ))}
          </div>
        </section>
      ))}
    </>
  )
}

type Props = { service: ServiceRecord; onChange: () => Promise<unknown> }

function Card({ service, onChange }: Props) {
  const { id, name, version, state, stops } = service
  const isOn = state === 'entered' || state === 'environment'
  return (
    <article className={screen.card} aria-labelledby={`service-${id}`}>
      <div className={css.head}>
        <h3 id={`service-${id}`}>{name}</h3>
        <State service={service} />
      </div>
      <Facts service={service} />
      <div className={screen.buttons}>
        {isOn && <Test service={service} onTested={onChange} />}
        {state !== 'environment' && <KeysDialog service={service} onSaved={onChange} />}
        {isEntered(service) && (
          <ActionDialog
            label="Remove"
            title={`Remove the keys of ${name}?`}
            submit="Remove the keys"
            look="quiet"
            onSubmit={async () => {
              const { message } = await api.adminServices.remove({ id, version })
              showMessage(message ?? 'Removed')
              await onChange()
            }}
            onRefused={() => void onChange()}
          >
            {stops.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </ActionDialog>
        )}
      </div>
    </article>
  )
}

const isEntered = ({ state }: ServiceRecord) =>
  state === 'entered' || state === 'incomplete' || state === 'unreadable'

/** What is known of the keys: where they come from, what may be shown of them, and the last test. */
function Facts({ service }: { service: ServiceRecord }) {
  const { kind, state, problem, variables, changed, tested, webhook, stops } = service
  const { time } = useFormat()
  return (
    <>
      {state === 'environment' && <p className={screen.help}>Set by the server’s environment, which wins.</p>}
      {state === 'unreadable' && (
        <p className={css.problem}>
          The keys cannot be read, because the secret of the shop was replaced. Enter them again.
        </p>
      )}
      {state === 'not_set' && kind !== 'sms' && <p className={screen.help}>{stops[0]}</p>}
      {problem && <p className={css.problem}>{problem}</p>}
      {state !== 'not_set' && (
        <dl className={css.values}>
          {variables.map((variable) => (
            <div key={variable.name}>
              <dt>{variable.label}</dt>
              <dd>
                {variable.shown ?? 'Not known'}
                {variable.is_by_environment && state !== 'environment' && ' (server’s environment)'}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {webhook && <Webhook {...webhook} />}
      {tested && (
        <p className={tested.problem ? css.problem : screen.help} role="status">
          {tested.problem ?? 'The last test worked.'} Tested {time(tested.at)}.
        </p>
      )}
      {changed && isEntered(service) && (
        <p className={screen.help}>
          Entered {time(changed.at)}
          {changed.by && ` by ${changed.by}`}.
        </p>
      )}
    </>
  )
}

const states: Record<ServiceRecord['state'], [tone: Tone, text: string]> = {
  not_set: ['calm', 'Not set'],
  entered: ['open', 'Not tested'],
  environment: ['open', 'Not tested'],
  incomplete: ['bad', 'Not used'],
  unreadable: ['bad', 'Cannot be read'],
}

function State({ service: { state, tested } }: { service: ServiceRecord }) {
  const [tone, text] = !tested
    ? states[state]
    : tested.problem === null
      ? (['good', 'Working'] as const)
      : (['bad', 'Last test failed'] as const)
  return <Chip tone={tone}>{text}</Chip>
}

function Webhook({ url, events }: NonNullable<ServiceRecord['webhook']>) {
  return (
    <details className={css.webhook}>
      <summary>Address for its events</summary>
      <p className={screen.help}>
        Enter this address as a webhook at the company, for {events.join(', ')}. It then shows the secret of
        the webhook.
      </p>
      <div>
        <code>{url}</code>
        <CopyButton text={url} label="Copy" />
      </div>
    </details>
  )
}

/** A mail goes to the owner who is signed in; an SMS asks for a number first. */
function Test({
  service: { id, kind, name },
  onTested,
}: {
  service: ServiceRecord
  onTested: Props['onChange']
}) {
  const [isBusy, setBusy] = useState(false)

  async function run(to?: string) {
    const { data } = await api.adminServices.test({ id, ...(to !== undefined && { to }) })
    await onTested()
    const { problem } = data.tested ?? { problem: null }
    showMessage(problem ?? outcomes[kind](name), problem ? 'bad' : 'good')
  }

  if (kind === 'sms')
    return (
      <ActionDialog
        label="Send a test SMS"
        title="Send a test SMS"
        submit="Send"
        look="secondary"
        onSubmit={(form) => run(readEntries(form, { to: entry.trimmed }).to)}
      >
        {(errors) => (
          <EntryField
            label="Phone number"
            name="to"
            type="tel"
            errors={errors.to}
            hint="With the country code, such as +919876543210."
          />
        )}
      </ActionDialog>
    )
  return (
    <Button
      look="secondary"
      isBusy={isBusy}
      aria-label={`${tests[kind]} (${name})`}
      onClick={async () => {
        setBusy(true)
        try {
          await run()
        } catch (refused) {
          if (!(refused instanceof ApiError)) throw refused
          showMessage(refused.message, 'bad')
        } finally {
          setBusy(false)
        }
      }}
    >
      {tests[kind]}
    </Button>
  )
}

const tests = {
  payment: 'Create a test payment',
  courier: 'Test connection',
  cdn: 'Test connection',
  mail: 'Send a test mail',
} as const

const outcomes = {
  payment: (name: string) => `${name} accepts the keys. The payment of the test is closed again.`,
  courier: (name: string) => `${name} accepts the keys.`,
  cdn: (name: string) => `${name} takes purges.`,
  mail: () => 'The test mail is sent. Look into your inbox.',
  sms: () => 'The test SMS is sent.',
}
