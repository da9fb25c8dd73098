import { useShellData, type ServiceTexts } from './shell-data.ts'

/** @throws outside of pages, because only their frame provides the texts */
export function useServiceTexts(): ServiceTexts {
  const shell = useShellData()
  if (!shell) throw new Error('The frame has no words')
  return shell.words
}
