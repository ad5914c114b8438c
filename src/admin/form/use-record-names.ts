import { useEffect, useState } from 'react'
import { useFormServices } from './form-services.ts'

type Value = string | number

/** The names of records by their values; undefined until they are known, and where the screen knows none. */
export function useRecordNames(
  kind: string | undefined,
  values: readonly Value[],
): ReadonlyMap<Value, string> | undefined {
  const { nameRecords } = useFormServices()
  const [known, setKnown] = useState<{ asked: string; names: ReadonlyMap<Value, string> }>()
  const asked = JSON.stringify(values)
  useEffect(() => {
    if (!kind || !nameRecords || asked === '[]') return
    let isCurrent = true
    const wanted: Value[] = JSON.parse(asked)
    nameRecords(kind, wanted).then(
      (names) => isCurrent && setKnown({ asked, names }),
      // Without an answer the values themselves are shown.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [kind, nameRecords, asked])
  return known?.asked === asked ? known.names : undefined
}
