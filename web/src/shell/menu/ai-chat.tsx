import { useT } from '#i18n/i18n.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import { useBrand } from '#whitelabel/brand.tsx'
import styles from './menu.module.css'

/** The provider's chat, on another site; without one there is no link. */
export function AiChat({ iconOnly = false }: { iconOnly?: boolean }) {
  const t = useT()
  const { chat_url } = useBrand()
  if (!chat_url) return null
  const link = (
    <a className={iconOnly ? styles.square : styles.item} href={chat_url} target="_blank" rel="noopener noreferrer">
      <Icon name="chat" className={styles.icon} />
      {iconOnly ? (
        <VisuallyHidden>{t('AI Chat')}</VisuallyHidden>
      ) : (
        <>
          <span className={styles.label}>{t('AI Chat')}</span>
          <Icon name="external" size={16} className={styles.external} />
        </>
      )}
      <VisuallyHidden>, {t('opens in a new tab')}</VisuallyHidden>
    </a>
  )
  return iconOnly ? (
    <Tooltip text={t('AI Chat')} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  )
}
