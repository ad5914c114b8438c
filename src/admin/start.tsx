import { lazy, Suspense, useEffect, useState } from 'react'
import type { StaffSession } from '#contract/admin/session.ts'
import { ApiError, api, setStaff } from './api.ts'
import { LoginScreen } from './login/login-screen.tsx'
import { Waiting } from './parts/screen-frame.tsx'
import { forgetStoredTexts } from './parts/stored-text.ts'
import { mayLeave } from './parts/use-unsaved-warning.ts'

// Not needed before the sign-in.
const App = lazy(() => import('./app.tsx'))

type State = { session?: StaffSession | null; note?: string }

/** Asks who is signed in, and shows the sign-in or the back office. */
export function Start({ token }: { token: string | null }) {
  const [{ session, note }, setState] = useState<State>({})
  const [unusedToken, setUnusedToken] = useState(token)

  useEffect(() => {
    // A link signs in again, also as another member of staff.
    if (token !== null) return setState({ session: null })
    void readSession().then(setState)
  }, [token])

  setStaff(session?.id)
  if (session === undefined) return <Waiting />
  if (session === null)
    return (
      <LoginScreen
        token={unusedToken}
        note={note}
        onLinkRefused={async () => {
          const former = await readSession()
          if (!former.session) return false
          history.replaceState(null, '', '/admin')
          setState(former)
          return true
        }}
        onSignedIn={() => {
          setUnusedToken(null)
          if (location.pathname === '/admin/login') history.replaceState(null, '', '/admin')
          void readSession().then(setState)
        }}
      />
    )
  return (
    <Suspense fallback={<Waiting />}>
      <App
        key={session.id}
        session={session}
        onSessionChange={() =>
          // The next call of the screen finds that the session has ended, and requests a login.
          void readSession().then((next) => next.session?.id === session.id && setState(next))
        }
        onPersonChange={() => void readSession().then(setState)}
        onSignOut={async () => {
          if (!(await mayLeave())) return
          forgetStoredTexts()
          await api.adminSession.signOut({}).catch(() => {})
          history.replaceState(null, '', '/admin/login')
          setState({ session: null, note: 'You are signed out.' })
        }}
      />
    </Suspense>
  )
}

async function readSession(): Promise<State> {
  try {
    const { data } = await api.adminSession.get({})
    return { session: data }
  } catch (error) {
    const isGuest = error instanceof ApiError && error.status === 401
    return { session: null, ...(!isGuest && error instanceof Error && { note: error.message }) }
  }
}
