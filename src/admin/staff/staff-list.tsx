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
import { entry, readEntries } from '../parts/read-entries.ts'
import { useTitle } from '../parts/screen-frame.tsx'
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

type SignInLink = { email: string; url: string; is_mailed: boolean; expires_at: string }

const useStaff = () => useList<StaffMember, { roles: readonly Role[] }>()

function Staff() {
  const { data, meta, error } = useStaff()
  const { session } = useSession()
  const [link, setLink] = useState<SignInLink>()
  const roles = meta?.roles ?? []
  const own: readonly string[] = session.permissions
  const grantable = roles.filter(({ permissions }) =>
    permissions.every((permission) => own.includes(permission)),
  )
  return (
    <>
      <div className={css.header}>
        <h1>Staff</h1>
        <AddMember roles={grantable} onLink={setLink} />
      </div>
      {error && <p role="alert">{error.message}</p>}
      {link && <MadeLink link={link} />}
      <p className={css.hint}>
        A role says what someone may do. <Link to="/staff-roles">Compose roles of your own</Link>.
      </p>
      <ul className={css.list}>
        {data.map((member) => (
          <li key={member.id} data-blocked={!member.is_active || undefined}>
            <About member={member} />
            {member.id === session.id ? (
              <span>{member.role_name}, you</span>
            ) : (
              <Controls
                member={member}
                roles={roles.filter((role) => grantable.includes(role) || role.code === member.role)}
                onLink={setLink}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

type LinkProps = { roles: readonly Role[]; onLink: (link: SignInLink) => void }

function AddMember({ roles, onLink }: LinkProps) {
  const { refetch } = useStaff()
  return (
    <ActionDialog
      label="Add a member of staff"
      title="Add a member of staff"
      submit="Add"
      onSubmit={async (form) => {
        const entries = readEntries(form, { email: entry.text, name: entry.text, role: entry.text })
        const added = await api.adminStaff.add(entries)
        onLink({ email: entries.email, ...added.data.link })
        await refetch()
      }}
    >
      {(errors) => (
        <>
          <EntryField label="E-mail" name="email" type="email" errors={errors.email} autoComplete="off" />
          <EntryField label="Name" name="name" errors={errors.name} autoComplete="off" />
          <EntrySelect label="Role" name="role" defaultValue="fulfilment" errors={errors.role}>
            {roles.map(roleOption)}
          </EntrySelect>
        </>
      )}
    </ActionDialog>
  )
}

function MadeLink({ link: { email, url, is_mailed, expires_at } }: { link: SignInLink }) {
  const { time } = useFormat()
  return (
    <div className={css.link} role="status">
      <p>
        {is_mailed
          ? `An invitation is on its way to ${email}. Its link signs in once, until ${time(expires_at)}; you can also send it yourself.`
          : `Send this link to ${email}. It signs in once, within 5 minutes, and is not shown again.`}
      </p>
      <div className={css.linkRow}>
        <input readOnly aria-label="Sign-in link" value={url} onFocus={(event) => event.target.select()} />
        <CopyButton text={url} label="Copy the link" />
      </div>
    </div>
  )
}

function About({ member }: { member: StaffMember }) {
  const { time } = useFormat()
  return (
    <div>
      <strong>{member.name || member.email}</strong>
      <small>{member.email}</small>
      <small>
        {member.is_active ? '' : 'Blocked. '}
        {member.last_signed_in_at ? `Last sign-in ${time(member.last_signed_in_at)}` : 'Never signed in'}
        {member.has_totp && ', authenticator app'}
      </small>
    </div>
  )
}

function Controls({ member, roles, onLink }: LinkProps & { member: StaffMember }) {
  const { refetch } = useStaff()
  const { id, email, is_active } = member

  async function run(work: () => Promise<unknown>) {
    try {
      await work()
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      showMessage(refused.message, 'bad')
    }
  }
  const update = (change: { role?: string; is_active?: boolean }) =>
    run(async () => {
      const { message } = await api.adminStaff.update({ id, ...change })
      showMessage(message ?? 'Saved')
    }).then(refetch)

  return (
    <div className={css.controls}>
      <select
        aria-label={`Role of ${email}`}
        value={member.role}
        onChange={(event) => void update({ role: event.target.value })}
      >
        {roles.map(roleOption)}
      </select>
      <Button
        look="quiet"
        aria-label={`${member.last_signed_in_at ? 'Sign-in link for' : 'Invite again:'} ${email}`}
        disabled={!is_active}
        onClick={() =>
          run(async () => {
            const { data: made } = await api.adminStaff.link({ id })
            onLink({ email, ...made })
          })
        }
      >
        {member.last_signed_in_at ? 'Sign-in link' : 'Invite again'}
      </Button>
      <Button
        look="quiet"
        aria-label={`${is_active ? 'Block' : 'Unblock'} ${email}`}
        onClick={() => update({ is_active: !is_active })}
      >
        {is_active ? 'Block' : 'Unblock'}
      </Button>
    </div>
  )
}

const roleOption = ({ code, name }: Role) => (
  <option key={code} value={code}>
    {name}
  </option>
)
