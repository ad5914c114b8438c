import { useState } from 'react'
import type { ApiKey } from '#contract/admin/api-keys.ts'
import { keyPermissions, permissionLabels, withReading } from '#contract/admin/permissions.ts'
import { api } from '../api.ts'
import { ListProvider } from '../list/list-provider.tsx'
import { Pager } from '../list/pager.tsx'
import { useList } from '../list/use-list.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { EntryField, EntrySelect } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { useTitle } from '../parts/screen-frame.tsx'
import { useSession } from '../session-context.ts'
import own from './api-key-list.module.css'
import css from './staff.module.css'

/** Keys with which programs call the back office's API. ADR 0042. */
export default function ApiKeyList() {
  useTitle('API keys')
  return (
    <ListProvider name="api-keys" perPage={50} sort={{ field: 'id', order: 'DESC' }}>
      <ApiKeys />
      <Pager />
    </ListProvider>
  )
}

function ApiKeys() {
  const { data, isPending, error, refetch } = useList<ApiKey>()
  const [made, setMade] = useState<{ name: string; key: string }>()
  return (
    <>
      <div className={css.header}>
        <h1>API keys</h1>
        <CreateKey
          onMade={async (key) => {
            setMade(key)
            await refetch()
          }}
        />
      </div>
      {error && <p role="alert">{error.message}</p>}
      {made && (
        <div className={css.link} role="status">
          <p>The key “{made.name}”. Store it where its program reads it: it is not shown again.</p>
          <div className={own.key}>
            <input
              readOnly
              aria-label="API key"
              value={made.key}
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={made.key} label="Copy" />
          </div>
        </div>
      )}
      <p className={css.hint}>
        A program sends its key as <code>Authorization: Bearer vk_…</code> with calls below{' '}
        <code>/api/admin/</code>. It acts for the person who created it, and cannot manage staff or keys.{' '}
        <a href="/admin/api-docs">All calls with examples</a>
      </p>
      {!isPending && !error && data.length === 0 && <p className={own.empty}>There are no API keys yet.</p>}
      {data.length > 0 && (
        <ul className={css.list}>
          {data.map((key) => (
            <Row key={key.id} apiKey={key} onRevoked={() => void refetch()} />
          ))}
        </ul>
      )}
    </>
  )
}

function Row({ apiKey, onRevoked }: { apiKey: ApiKey; onRevoked: () => void }) {
  const { id, name, ending, owner, permissions, is_active, expires_at, last_used_at } = apiKey
  const { moment } = useFormat()
  return (
    <li data-blocked={!is_active || undefined}>
      <div className={own.about}>
        <strong>{name}</strong> <code>vk_…{ending}</code>
        <small>
          {owner}. {last_used_at ? `Last used ${moment(last_used_at)}` : 'Never used'}.{' '}
          {!is_active ? 'No longer valid. ' : ''}
          {expires_at ? `Expires ${moment(expires_at)}` : 'Does not expire'}.
        </small>
        <details>
          <summary>
            {permissions.length} {permissions.length === 1 ? 'permission' : 'permissions'}
          </summary>
          <ul className={own.permissions}>
            {permissions.map((one) => (
              <li key={one}>{permissionLabels[one]}</li>
            ))}
          </ul>
        </details>
      </div>
      <ActionDialog
        label="Revoke"
        title={`Revoke “${name}”?`}
        submit="Revoke"
        look="quiet"
        onSubmit={async () => {
          const { message } = await api.adminApiKeys.remove({ id })
          showMessage(message ?? 'API key revoked')
          onRevoked()
        }}
      >
        <p>The next call with it is refused. This cannot be undone.</p>
      </ActionDialog>
    </li>
  )
}

const lifetimes: readonly [days: string, label: string][] = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'One year'],
  ['', 'Does not expire'],
]

function CreateKey({ onMade }: { onMade: (key: { name: string; key: string }) => Promise<unknown> }) {
  const { may } = useSession()
  return (
    <ActionDialog
      label="Create an API key"
      title="Create an API key"
      submit="Create"
      onSubmit={async (form) => {
        const { expires_in_days: days = null, ...entries } = readEntries(form, {
          name: entry.text,
          permissions: entry.someOf(keyPermissions),
          expires_in_days: entry.optionalNumber,
        })
        const { data } = await api.adminApiKeys.create({ ...entries, expires_in_days: days })
        await onMade({ name: entries.name, key: data.key })
      }}
    >
      {(errors) => (
        <>
          <EntryField
            label="Name"
            name="name"
            errors={errors.name}
            hint="The program that uses it, as the audit log shows it."
            autoComplete="off"
          />
          <EntrySelect label="Valid for" name="expires_in_days" defaultValue="90">
            {lifetimes.map(([days, label]) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </EntrySelect>
          <fieldset className={own.choices} aria-describedby="key-permissions">
            <legend>May</legend>
            <p id="key-permissions" data-tone={errors.permissions ? 'bad' : undefined}>
              {errors.permissions?.[0] ??
                'A permission to change something includes the one to look at it. You can give only what you may do yourself.'}
            </p>
            {keyPermissions
              .filter((one) => withReading([one]).every(may))
              .map((one) => (
                <label key={one}>
                  <input type="checkbox" name="permissions" value={one} /> {permissionLabels[one]}
                </label>
              ))}
          </fieldset>
        </>
      )}
    </ActionDialog>
  )
}
