import { useEffect, useState } from 'react'
import { api } from '#admin/api.ts'

const REPORT_MS = 15_000

export type OtherEditor = { name: string; seconds_ago: number }

/** Reports that the page is open here, and reads who else has it open. */
export function useOtherEditors(id: number, mayWrite: boolean): readonly OtherEditor[] {
  const [others, setOthers] = useState<readonly OtherEditor[]>([])
  useEffect(() => {
    if (!mayWrite) return
    const report = () =>
      api.adminPages.presence({ id }).then(
        ({ data }) => setOthers(data.others),
        // The next report tells again; saving says when the shop is away.
        () => {},
      )
    void report()
    const timer = setInterval(report, REPORT_MS)
    return () => {
      clearInterval(timer)
      void api.adminPages.presence({ id, is_closing: true }).catch(() => {})
    }
  }, [id, mayWrite])
  return others
}
