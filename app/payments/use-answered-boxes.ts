import { type RefObject, useEffect, useRef } from 'react'

/**
 * Another answer may have left out what was ticked: the boxes show then what it was priced with.
 * Those that were ticked before the script came stay.
 */
export function useAnsweredBoxes<Part extends HTMLElement>(answer: object): RefObject<Part> {
  const part = useRef<Part>(null)
  const shown = useRef(answer)
  useEffect(() => {
    if (shown.current === answer) return
    shown.current = answer
    part.current?.querySelectorAll('input').forEach((input) => {
      input.checked = input.defaultChecked
    })
  }, [answer])
  return part
}
