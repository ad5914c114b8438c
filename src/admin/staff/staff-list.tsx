import { useState } from 'react'
import { Link } from 'react-router'
import type { StaffMember } from '#contract/admin/staff.ts'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { ListProvider } from '../list/list-provider.tsx'
import { Pager } from '../list/pager.tsx'
import { useList } from '../list/use-list.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { EntryField, EntrySelect } from '../parts/entry-field.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { useTitle } from '../parts/use-title.ts'
import { useSession } from '../session-context.ts'
import css from './staff.module.css'

type Role = { code: string; name: string; permissions: readonly string[] }

/** Who works in the shop, and what they may do. */
export default function StaffList() {
  useTitle('Staff')
  return (
    <ListProvider name="staff" perPage={50} sort={{ field: 'email', order: 'ASC' }}>
      <Staff />
      <Pager />
    </ListProvider>
  )
}

function Staff() {
  const { data, meta, error, refetch } = useList<StaffMember, { roles: readonly Role[] }>()
  const { session } = useSession()
  const { time } = useFormat()
  const [link, setLink] = useState<{ email: string; url: string; is_mailed: boolean; expires_at: string }>()
  const roles = meta?.roles ?? []
  const grantable = roles.filter(({ permissions }) =>
    permissions.every((permission) => (session.permissions as readonly string[]).includes(permission)),
  )

  async function update(id: number, change: { role?: string; is_active?: boolean }) {
    try {
      const { message } = await api.adminStaff.update({ id, ...change })
      showMessage(message ?? 'Saved')
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      showMessage(refused.message, 'bad')
    }
    await refetch()
  }

  return (
    <>
      <div className={css.header}>
        <h1>Staff</h1>
        <ActionDialog
          label="Add a member of staff"
          title="Add a member of staff"
          submit="Add"
          onSubmit={async (entries) => {
            const email = String(entries.get('email'))
            const added = await api.adminStaff.add({
              email,
              name: String(entries.get('name')),
              role: String(entries.get('role')),
            })
            setLink({ email, ...added.data.link })
            await refetch()
          }}
        >
          {(errors) => (
            <>
              <EntryField label="E-mail" name="email" type="email" errors={errors.email} autoComplete="off" />
              <EntryField label="Name" name="name" errors={errors.name} autoComplete="off" />
              <EntrySelect label="Role" name="role" defaultValue="fulfilment" errors={errors.role}>
                {grantable.map(({ code, name }) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </EntrySelect>
            </>
          )}
        </ActionDialog>
      </div>
      {error && <p role="alert">{error.message}</p>}
      {link && (
        <div className={css.link} role="status">
          <p>
            {link.is_mailed
              ? `An invitation is on its way to ${link.email}. Its link signs in once, until ${time(link.expires_at)}; you can also send it yourself.`
              : `Send this link to ${link.email}. It signs in once, within 5 minutes, and is not shown again.`}
          </p>
          <div className={css.linkRow}>
            <input
              readOnly
              aria-label="Sign-in link"
              value={link.url}
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={link.url} label="Copy the link" />
          </div>
        </div>
      )}
      <p className={css.hint}>
        A role says what someone may do. <Link to="/staff-roles">Compose roles of your own</Link>.
      </p>
      <ul className={css.list}>
        {data.map((member) => (
          <li key={member.id} data-blocked={!member.is_active || undefined}>
            <div>
              <strong>{member.name || member.email}</strong>
              <small>{member.email}</small>
              <small>
                {member.is_active ? '' : 'Blocked. '}
                {member.last_signed_in_at
                  ? `Last sign-in ${time(member.last_signed_in_at)}`
                  : 'Never signed in'}
                {member.has_totp && ', authenticator app'}
              </small>
            </div>
            {member.id === session.id ? (
              <span>{member.role_name}, you</span>
            ) : (
              <div className={css.controls}>
                <select
                  aria-label={`Role of ${member.email}`}
                  value={member.role}
                  onChange={(event) => void update(member.id, { role: event.target.value })}
                >
                  {roles
                    .filter((role) => grantable.includes(role) || role.code === member.role)
                    .map(({ code, name }) => (
                      <option key={code} value={code}>
                        {name}
                      </option>
                    ))}
                </select>
                <Button
                  look="quiet"
                  aria-label={`${member.last_signed_in_at ? 'Sign-in link for' : 'Invite again:'} ${member.email}`}
                  disabled={!member.is_active}
                  onClick={async () => {
                    try {
                      const { data: made } = await api.adminStaff.link({ id: member.id })
                      setLink({ email: member.email, ...made })
                    } catch (refused) {
                      if (!(refused instanceof ApiError)) throw refused
                      showMessage(refused.message, 'bad')
                    }
                  }}
                >
                  {member.last_signed_in_at ? 'Sign-in link' : 'Invite again'}
                </Button>
                <Button
                  look="quiet"
                  aria-label={`${member.is_active ? 'Block' : 'Unblock'} ${member.email}`}
                  onClick={() => update(member.id, { is_active: !member.is_active })}
                >
                  {member.is_active ? 'Block' : 'Unblock'}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
