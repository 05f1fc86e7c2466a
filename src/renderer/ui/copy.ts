import { notify, notifyFailure } from './toasts.tsx'

/** Puts text on the clipboard and says so. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify({ title: `${what} copied` })
  } catch (error) {
    notifyFailure('The clipboard could not be written', error)
  }
}
