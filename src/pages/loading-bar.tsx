import { useEffect, useState } from 'react'
import styles from './loading-bar.module.css'
import { createLoadingSteps, type LoadingStep } from './loading-steps.ts'
import { usePage } from './use-page.ts'

/** A thin line at the top that grows while a page is loading. Spec §9, loading indicator. */
export function LoadingBar() {
  const { isPending } = usePage()
  const [step, setStep] = useState<LoadingStep>('idle')
  const [steps] = useState(() => createLoadingSteps(setStep))
  useEffect(() => {
    if (isPending) steps.start()
    else steps.finish()
    return steps.stop
  }, [isPending, steps])
  // Visual only: screen readers get the new page's title when it is rendered.
  return <div className={styles.bar} data-step={step} aria-hidden="true" />
}
