import type { ShellProps, StatusProps } from '#pages/app.tsx'
import { usePage } from '#pages/browser.tsx'
import { LoadingBar } from '#pages/loading-bar.tsx'
import './shell.css'

export type ShellData = { store: string }

export function Shell({ shell, page, children }: ShellProps<ShellData>) {
  const { isOffline, url } = usePage()
  return (
    <>
      <LoadingBar />
      <header>
        <a href="/">{shell.store}</a>
        <a href="/shop-online">Shop</a>
        <a href="/account">Account</a>
        {isOffline && <p id="offline">You are offline.</p>}
      </header>
      <main aria-busy={page.pending} data-screen={page.screen} data-url={url}>
        {children}
      </main>
    </>
  )
}

export function Status({ status, message, path }: StatusProps) {
  return (
    <div id="status" data-path={path}>
      <h1>
        {status} {message}
      </h1>
    </div>
  )
}
