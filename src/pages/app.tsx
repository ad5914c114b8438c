import { type ComponentType, memo, type ReactNode, useEffect, useMemo } from 'react'
import { Boundary } from './boundary.tsx'
import { keyOfPage, type Page } from './page.ts'
import type { PageStore } from './page-store.ts'
import { PageHolder } from './prerender/page-holder.tsx'
import { StoreContext, usePageState } from './use-page.ts'
import type { Views } from './views.ts'

/** The frame's data. `whole`: for the head and for parts that the browser does not render. */
export type ShellData<Shell, Whole> = { shell: Shell; whole: Whole }

/** `pending` is true while another page is loading. */
export type ShellProps<Shell, Whole = Shell> = {
  shell: Shell
  /** Only on the server. */
  whole?: Whole
  page: { screen: string; path: string; pending: boolean }
  children: ReactNode
}

/** `message` is shown to the visitor, such as `Page Not Found: /nope`; `data` is that of `loadMissing`. */
export type StatusProps = { status: number; message: string; path: string; data?: unknown }

export type AppParts<Shell, Whole> = {
  Shell: ComponentType<ShellProps<Shell, Whole>>
  Status: ComponentType<StatusProps>
}

type Props<Shell, Whole> = AppParts<Shell, Whole> & {
  store: PageStore
  views: Views
  shell: Shell
  whole?: Whole
  /** Only in the browser: the page's controls work from here on. */
  onHydrated?: () => void
}

/** The same tree on both sides. The shell stays for the whole visit; only the outlet changes from page to page. */
export function App<Shell, Whole>({ store, onHydrated, ...parts }: Props<Shell, Whole>) {
  useEffect(() => onHydrated?.(), [])
  return (
    <StoreContext value={store}>
      <Frame {...parts} />
    </StoreContext>
  )
}

function Frame<Shell, Whole>({
  shell,
  whole,
  Shell,
  Status,
  views,
}: Omit<Props<Shell, Whole>, 'store' | 'onHydrated'>) {
  const { path, screen } = usePageState((state) => state.page)
  const pending = usePageState((state) => state.isPending)
  // Memoised, so that a change of `pending` does not render the page.
  const outlet = useMemo(() => <Outlet views={views} Status={Status} />, [views, Status])
  return (
    <Shell shell={shell} whole={whole} page={{ screen, path, pending }}>
      {outlet}
    </Shell>
  )
}

type OutletProps = Pick<Props<never, never>, 'views' | 'Status'>

/**
 * The page on screen; in a hidden Activity the one that the visitor is likely to open next, which React renders when
 * idle; and until the paint the one before.
 */
function Outlet(parts: OutletProps) {
  const page = usePageState((state) => state.page)
  const next = usePageState((state) => state.next)
  const isFirst = usePageState((state) => state.isFirst)
  const leaving = usePageState((state) => state.leaving)
  const below = usePageState((state) => state.below)
  const all = [
    { page, isFirst, below },
    ...(next ? [{ page: next, isNext: true }] : []),
    ...(leaving ? [{ ...leaving, isLeaving: true }] : []),
  ]
  const keys = all.map(({ page: one }) => keyOfPage(one))
  // A page that is leaving may be requested again: React would leave one of two with the same key in the document.
  const distinct = all.filter(({ page: one }, at) => keys.indexOf(keyOfPage(one)) === at)
  return distinct.map(({ page: one, ...place }) => (
    <PageHolder key={keyOfPage(one)} {...place}>
      <PageShown page={one} {...parts} />
    </PageHolder>
  ))
}

const PageShown = memo(({ page, views, Status }: OutletProps & { page: Page }) => {
  const View = views.loaded(page.screen)
  if (page.error || !View) {
    return <Status status={404} message="Page Not Found" {...page.error} path={page.path} data={page.data} />
  }
  return (
    <Boundary page={page} instead={<Status status={500} message="Something went wrong" path={page.path} />}>
      <View {...page.data} />
    </Boundary>
  )
})
