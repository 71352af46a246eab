import type { UiTexts } from '#ui/texts.tsx'
import type { Speech } from './i18n.tsx'

/** The kit's own few words, in the customer's language. */
export function kitTexts({ t }: Speech): Partial<UiTexts> {
  return {
    close: t('Close'),
    copy: t('Copy'),
    copied: t('Copied'),
    loading: t('Loading'),
    showPassword: t('Show password'),
    hidePassword: t('Hide password'),
    optional: t('optional'),
    notifications: t('Notifications'),
    skipToContent: t('Skip to content'),
  }
}
