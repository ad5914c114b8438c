import { Activity, type ComponentType, memo, type ReactNode, useMemo } from 'react'
import { Boundary } from './boundary.tsx'
import type { Page } from './page.ts'
import { keyOfPage, type PageStore } from './page-store.ts'
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

type OutletProps = Pick<Props<never>, 'views' | 'Status'>

/**
 * The page on screen and, hidden, the one that the visitor seems to be heading for: React makes it while it has nothing else to do, and
 * no effect of it runs before it is shown. The server's page stands bare: within an Activity it would be hydrated after what is around it.
 */
function Outlet(parts: OutletProps) {
  const page = usePageState((state) => state.page)
  const ahead = usePageState((state) => state.ahead)
  const isFirst = usePageState((state) => state.isFirst)
  return [page, ...(ahead ? [ahead] : [])].map((one) => {
    const key = keyOfPage(one)
    const shown = <PageShown key={key} page={one} {...parts} />
    if (isFirst && one === page) return shown
    return (
      <Activity key={key} mode={one === page ? 'visible' : 'hidden'}>
        {shown}
      </Activity>
    )
  })
}

const PageShown = memo(({ page, views, Status }: OutletProps & { page: Page }) => {
  const View = views.loaded(page.screen)
  if (page.error || !View) {
    return <Status status={404} message="Page Not Found" {...page.error} path={page.path} />
  }
  return (
    <Boundary page={page} instead={<Status status={500} message="Something went wrong" path={page.path} />}>
      <View {...(page.data as Record<string, unknown>)} />
    </Boundary>
  )
})
