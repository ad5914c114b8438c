import { type ComponentType, type ReactNode, useMemo } from 'react'
import { Boundary } from './boundary.tsx'
import type { PageStore } from './page-store.ts'
import { StoreContext, usePageState } from './use-page.ts'
import type { Views } from './views.ts'

/** `pending` is true while another page is on its way. */
export type ShellProps<Shell> = {
  shell: Shell
  /** On the server alone: the shell before it became JSON, for parts that the browser does not render. */
  whole?: Shell
  page: { screen: string; path: string; pending: boolean }
  children: ReactNode
}

/** `message` is what the visitor reads, such as `Page Not Found: /nope`. */
export type StatusProps = { status: number; message: string; path: string }

export type AppParts<Shell> = { Shell: ComponentType<ShellProps<Shell>>; Status: ComponentType<StatusProps> }

type Props<Shell> = AppParts<Shell> & { store: PageStore; views: Views; shell: Shell; whole?: Shell }

/** The same tree on both sides. The shell stays for the whole visit; only the outlet changes from page to page. */
export function App<Shell>({ store, ...parts }: Props<Shell>) {
  return (
    <StoreContext value={store}>
      <Frame {...parts} />
    </StoreContext>
  )
}

function Frame<Shell>({ shell, whole, Shell, Status, views }: Omit<Props<Shell>, 'store'>) {
  const { path, screen } = usePageState((state) => state.page)
  const pending = usePageState((state) => state.isPending)
  // The same element while only `pending` changes: the page is not rendered for it.
  const outlet = useMemo(() => <Outlet views={views} Status={Status} />, [views, Status])
  return (
    <Shell shell={shell} whole={whole} page={{ screen, path, pending }}>
      {outlet}
    </Shell>
  )
}

function Outlet({ views, Status }: { views: Views; Status: ComponentType<StatusProps> }) {
  const page = usePageState((state) => state.page)
  const View = views.loaded(page.screen)
  if (page.error || !View) {
    return <Status status={404} message="Page Not Found" {...page.error} path={page.path} />
  }
  return (
    <Boundary page={page} instead={<Status status={500} message="Something went wrong" path={page.path} />}>
      <View key={`${page.screen} ${page.path}`} {...(page.data as Record<string, unknown>)} />
    </Boundary>
  )
}
