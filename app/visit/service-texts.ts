import { useShellData, type ServiceTexts } from './shell-data.ts'

/** @throws outside of pages, whose frame always has them */
export function useServiceTexts(): ServiceTexts {
  const shell = useShellData()
  if (!shell) throw new Error('The frame has no words')
  return shell.words
}
