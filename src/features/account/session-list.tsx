import { useState } from 'react'
import { api } from '#client/api.ts'
import type { AccountSession } from '#contract/account.ts'
import { formAction } from '#contract/posted-form.ts'
import { Button } from '#ui/button.tsx'
import { useLocale } from '#ui/locale.ts'
import { PostForm } from '#ui/post-form.tsx'
import { IconMark } from './icon-mark.tsx'
import { timeAgo } from './relative-time.ts'
import css from './session-list.module.css'

type Props = { sessions: readonly AccountSession[]; now: string; timeZone: string; onChanged: () => void }

/** All logged-in browsers, each with a sign-out button. Signing out this one is a logout. UX "Account: profile, security, addresses, wishlist" 3. */
export function SessionList({ sessions, now, timeZone, onChanged }: Props) {
  const locale = useLocale()
  const [busy, setBusy] = useState<number | 'others'>()
  const others = sessions.filter(({ current }) => !current)

  async function signOut({ id }: AccountSession) {
    setBusy(id)
    await api.account.deleteSession({ id })
    setBusy(undefined)
    onChanged()
  }

  async function signOutOthers() {
    setBusy('others')
    await api.account.endOtherSessions()
    setBusy(undefined)
    onChanged()
  }

  return (
    <>
      <ul className={css.list}>
        {sessions.map((session) => (
          <li key={session.id} className={css.session}>
            <IconMark name={/Android|iPhone|iPad/.test(session.device) ? 'smartphone' : 'monitor'} />
            <span className={css.words}>
              <strong>{session.device}</strong>
              <span className="note">
                {session.current ? (
                  <span className={css.here}>This device</span>
                ) : (
                  <>Last seen {timeAgo(session.last_seen_at, now, locale, timeZone).toLowerCase()}</>
                )}
                {session.ip && <> · {session.location ?? session.ip}</>}
              </span>
            </span>
            {!session.current && (
              <PostForm
                action={formAction('sign-out-device')}
                fields={{ id: session.id }}
                onPost={() => void signOut(session)}
              >
                <Button
                  type="submit"
                  look="secondary"
                  aria-label={`Sign out ${session.device}`}
                  isBusy={busy === session.id}
                >
                  Sign out
                </Button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <PostForm action={formAction('sign-out-others')} onPost={() => void signOutOthers()}>
          <Button type="submit" look="secondary" isBusy={busy === 'others'}>
            Sign out all other devices
          </Button>
        </PostForm>
      )}
    </>
  )
}
