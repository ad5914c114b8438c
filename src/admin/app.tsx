import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { CoreAdminContext, CoreAdminRoutes, CustomRoutes, Resource } from 'ra-core'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { createBrowserRouter, Navigate, Route, RouterProvider } from 'react-router'
import type { StaffSession } from '#contract/admin/session.ts'
import { ApiError } from './api.ts'
import { createAuthProvider } from './auth-provider.ts'
import { FormServicesProvider } from './choosers/form-services-provider.tsx'
import { dataProvider } from './data-provider.ts'
import { i18nProvider } from './i18n-provider.ts'
import { Layout } from './layout/layout.tsx'
import { RouteFailure, ScreenBoundary } from './parts/failure.tsx'
import { Waiting } from './parts/waiting.tsx'
import { screensOf } from './screens.ts'
import { SessionContext, useSession } from './session-context.ts'

const Home = lazy(() => import('./home/home-screen.tsx'))
const PackingSlips = lazy(() => import('./orders/packing-slips-screen.tsx'))
const Account = lazy(() => import('./staff/account-screen.tsx'))

// A refusal stays one: only a shop that does not answer, or fails, is asked again.
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
})

type Props = {
  session: StaffSession
  onSessionChange: () => void
  onPersonChange: () => void
  onSignOut: () => Promise<void>
}

/** The back office of a signed-in member of staff: the screens that their role may see. */
export default function App({ session, ...changes }: Props) {
  const screens = useMemo(() => screensOf(session), [session])
  const may = (permission: StaffSession['permissions'][number]) => session.permissions.includes(permission)
  // A data router: screens with unsaved changes hold back a navigation (`useBlocker`). One per sign-in, because the
  // sign-in changes the address without it.
  const [router] = useState(() =>
    createBrowserRouter([{ path: '*', element: <Screens />, errorElement: <RouteFailure /> }], {
      basename: '/admin',
    }),
  )
  useEffect(
    () => () => {
      router.dispose()
      // What one person could read is not shown to the next.
      queryClient.clear()
    },
    [router],
  )
  return (
    <SessionContext value={{ session, may, screens, ...changes }}>
      <RouterProvider router={router} />
    </SessionContext>
  )
}

function Screens() {
  const { session, may, screens, onSignOut } = useSession()
  if (session.must_enroll)
    return (
      <QueryClientProvider client={queryClient}>
        <FirstSignIn />
      </QueryClientProvider>
    )
  return (
    <CoreAdminContext
      dataProvider={dataProvider}
      queryClient={queryClient}
      authProvider={createAuthProvider(session, onSignOut)}
      i18nProvider={i18nProvider}
    >
      <CoreAdminRoutes
        layout={Frame}
        catchAll={NotFound}
        loading={Waiting}
        {...(may('home.read') && { dashboard: Home })}
      >
        {screens.map(({ name, list, show, create }) => (
          <Resource key={name} name={name} list={list} {...(show && { show })} {...(create && { create })} />
        ))}
        <CustomRoutes>
          {may('orders.read') && <Route path="/packing-slips" element={<PackingSlips />} />}
          <Route path="/account" element={<Account />} />
          <Route path="/login" element={<Navigate to="/" replace />} />
        </CustomRoutes>
      </CoreAdminRoutes>
    </CoreAdminContext>
  )
}

// Not inline: a new component on every render would reset the state of the screen.
const Frame = ({ children }: { children: ReactNode }) => (
  <Layout>
    <FormServicesProvider>
      <ScreenBoundary>{children}</ScreenBoundary>
    </FormServicesProvider>
  </Layout>
)

/** An owner sets up a second factor before anything else. */
const FirstSignIn = () => (
  <Layout isFirstSignIn>
    <Suspense fallback={<Waiting />}>
      <Account />
    </Suspense>
  </Layout>
)

const NotFound = () => (
  <section>
    <h1>Page not found</h1>
    <p>There is no such page, or your role does not include it.</p>
  </section>
)
