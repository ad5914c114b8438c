import { useEffect, useState } from 'react'
import { useFormServices } from './form-services.ts'

type Value = string | number

/** The names of records by their values; undefined until they are known, and where the screen knows none. */
export function useRecordNames(
  kind: string | undefined,
  values: readonly Value[],
): ReadonlyMap<Value, string> | undefined {
  const { nameRecords } = useFormServices()
  const [known, setKnown] = useState<{ requested: string; names: ReadonlyMap<Value, string> }>()
  const requested = JSON.stringify(values)
  useEffect(() => {
    if (!kind || !nameRecords || requested === '[]') return
    let isCurrent = true
    const wanted: Value[] = JSON.parse(requested)
    nameRecords(kind, wanted).then(
      (names) => isCurrent && setKnown({ requested, names }),
      // Without an answer the values themselves are shown.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [kind, nameRecords, requested])
  return known?.requested === requested ? known.names : undefined
}
