import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { createBrowserRouter, Navigate, Route, RouterProvider, Routes, ScrollRestoration } from 'react-router'
import type { StaffSession } from '#contract/admin/session.ts'
import type { AdminScreen } from './admin-screen.ts'
import { ApiError } from './api.ts'
import { FormServicesProvider } from './choosers/form-services-provider.tsx'
import { Layout } from './layout/layout.tsx'
import { ScreenTabs } from './layout/screen-tabs.tsx'
import { forgetLists } from './list/list-provider.tsx'
import { RouteFailure, ScreenBoundary } from './parts/failure.tsx'
import { Waiting } from './parts/screen-frame.tsx'
import { screensOf } from './screens.ts'
import { SessionContext, useSession } from './session-context.ts'

const Home = lazy(() => import('./home/home-screen.tsx'))
const CouriersScreen = lazy(() => import('./orders/couriers-screen.tsx'))
const PackScreen = lazy(() => import('./orders/pack-screen.tsx'))
const PackingSlips = lazy(() => import('./orders/packing-slips-screen.tsx'))
const Account = lazy(() => import('./staff/account-screen.tsx'))

// A refusal stays one: only a shop that does not answer, or fails, is queried again.
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
      forgetLists()
    },
    [router],
  )
  const setQuery = (search: string, keepsScroll = false) =>
    void router.navigate({ search }, { preventScrollReset: keepsScroll, flushSync: true })
  return (
    <SessionContext value={{ session, may, screens, setQuery, ...changes }}>
      <RouterProvider router={router} flushSync={(run) => void flushSync(run)} />
    </SessionContext>
  )
}

function Screens() {
  const { session, may, screens } = useSession()
  const [first] = screens
  return (
    <QueryClientProvider client={queryClient}>
      {session.must_enroll ? (
        <FirstSignIn />
      ) : (
        <Layout>
          <FormServicesProvider>
            <ScreenBoundary>
              <Routes>
                <Route
                  index
                  element={
                    may('home.read') ? <Home /> : first ? <Navigate to={first.name} replace /> : <NotFound />
                  }
                />
                {screens.map((screen) => (
                  <Route key={screen.name} path={screen.name}>
                    {screen.create && <Route path="create" element={<screen.create />} />}
                    {screen.edit && <Route path=":id/edit" element={<screen.edit />} />}
                    {screen.show && <Route path=":id/show" element={<screen.show />} />}
                    <Route path="*" element={<ListWithTabs screen={screen} />} />
                    <Route index element={<ListWithTabs screen={screen} />} />
                  </Route>
                ))}
                {may('orders.write') && <Route path="orders/packing" element={<PackScreen />} />}
                {may('orders.read') && <Route path="orders/couriers" element={<CouriersScreen />} />}
                {may('orders.read') && <Route path="packing-slips" element={<PackingSlips />} />}
                <Route path="account" element={<Account />} />
                <Route path="login" element={<Navigate to="/" replace />} />
                <Route path="*" element={<NotFound />} />
              </Routes>
            </ScreenBoundary>
          </FormServicesProvider>
          <ScrollRestoration />
        </Layout>
      )}
    </QueryClientProvider>
  )
}

const ListWithTabs = ({ screen }: { screen: AdminScreen }) => (
  <>
    <ScreenTabs of={screen} />
    <screen.list />
  </>
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
