import { Component, type ReactNode, Suspense } from 'react'
import { useLocation, useRouteError } from 'react-router'
import { Button } from '#ui/button.tsx'
import { showMessage } from './messages.tsx'
import { Waiting } from './screen-frame.tsx'
import { forgetStoredTexts } from './stored-text.ts'
import { screenStyles as screen } from './styles.ts'
import { reloadPage } from './unsaved-changes.ts'

const missingFiles = new WeakSet<object>()
let reloadOnce = () => {}

/**
 * Watches the files that are loaded when they are needed. One is missing after an update under an open tab, or without a connection.
 * @param reload loads the page again, at most once in some seconds.
 */
export function watchMissingFiles(reload: () => void) {
  reloadOnce = reload
  // Vite dispatches it before it throws.
  addEventListener('vite:preloadError', (event) => {
    if ('payload' in event && event.payload instanceof Error) missingFiles.add(event.payload)
    // Also for what a button loads, and for a dialog that does not open.
    showMessage(missingText, 'bad', { label: 'Reload', run: reloadPage })
  })
}

const isMissingFile = (error: unknown) =>
  typeof error === 'object' && error !== null && missingFiles.has(error)

type Props = { children: ReactNode; fallback: (error: unknown) => ReactNode; onMissingFile?: () => void }

class Boundary extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {}
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override componentDidCatch(error: unknown) {
    if (isMissingFile(error)) this.props.onMissingFile?.()
  }
  override render() {
    return this.state.error === undefined ? this.props.children : this.props.fallback(this.state.error)
  }
}

/**
 * A screen that cannot be shown, in place of the router's own page. A missing file loads the page again by itself, as in the shop; what
 * a form had is stored (`stored-text.ts`). Another screen can be opened from the navigation.
 */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <Boundary
      key={pathname}
      onMissingFile={() => reloadOnce()}
      fallback={(error) => <Failure error={error} />}
    >
      <Suspense fallback={<Waiting />}>{children}</Suspense>
    </Boundary>
  )
}

/** Around everything: when the first files of the back office are missing. */
export const StartBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary onMissingFile={() => reloadOnce()} fallback={(error) => <Failure error={error} />}>
    {children}
  </Boundary>
)

/** A part of a screen with a file of its own, such as an editor in a form: without it the rest stays as it is. */
export const LoadedPart = ({ children, waiting }: { children: ReactNode; waiting?: ReactNode }) => (
  <Boundary fallback={(error) => <PartFailure error={error} />}>
    <Suspense fallback={waiting === undefined ? <Waiting /> : waiting}>{children}</Suspense>
  </Boundary>
)

export const RouteFailure = () => <Failure error={useRouteError()} />

function Failure({ error }: { error: unknown }) {
  const isMissing = isMissingFile(error)
  return (
    <section role="alert" className={screen.failed}>
      <h1>This screen could not be shown</h1>
      <p>
        {isMissing ? missingText : 'An unexpected error occurred. What you had entered in a form is kept.'}
      </p>
      <div className={screen.buttons}>
        <Button onClick={reloadPage}>Reload</Button>
        {!isMissing && (
          <Button
            look="secondary"
            onClick={() => {
              forgetStoredTexts()
              reloadPage()
            }}
          >
            Reload without unsaved changes
          </Button>
        )}
      </div>
    </section>
  )
}

const PartFailure = ({ error }: { error: unknown }) => (
  <div role="alert" className={screen.notice}>
    <p>{isMissingFile(error) ? missingText : 'This part could not be shown.'}</p>
    <div className={screen.buttons}>
      <Button look="secondary" onClick={reloadPage}>
        Reload
      </Button>
    </div>
  </div>
)

type NotLoadedProps = { error: Error | null; onRetry: () => unknown; title?: string }

/** In place of what a call should have answered. */
export const NotLoaded = ({ error, onRetry, title }: NotLoadedProps) => (
  <div role="alert" className={screen.failed}>
    {title && <h1>{title}</h1>}
    <p>{error?.message}</p>
    <Button look="secondary" onClick={() => void onRetry()}>
      Try again
    </Button>
  </div>
)

const missingText =
  'A part of the back office could not be loaded: it was probably updated, or the connection failed. Reload to go on; what you have entered in a form is kept.'
