import { Skeleton as Shape, type SkeletonShape } from '@pursestrings/ui/Skeleton'
import { useTranslation } from 'react-i18next'

export const Skeleton = (shape: SkeletonShape) => {
  const { t } = useTranslation()
  return <Shape {...shape} label={t('loading')} />
}
