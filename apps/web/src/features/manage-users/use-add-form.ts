import { getAdUser } from '@sheetwire/contract/users';
import { useRef, useState } from 'react';
import { showAlert } from '#features/alerts/alerts.ts';
import { useOwnCalls } from '#features/asked/use-asked.ts';
import { errorText } from '#lib/api.ts';
import { type AddUserEntry, fromDirectory, placeOfRefusal } from './add-user.ts';

interface Refusal {
  readonly field: 'username' | 'email';
  readonly text: string;
}

export type AddForm = ReturnType<typeof useAddForm>;

/** What the 'Add User' form holds; `entity` counts until another is chosen. */
export function useAddForm(entity: string) {
  const [entered, setEntry] = useState<AddUserEntry>({
    isAd: false,
    adUser: '',
    adEmail: undefined,
    entity: '',
    username: '',
    email: '',
  });
  const [refusal, setRefusal] = useState<Refusal>();
  const [adFault, setAdFault] = useState<string>();
  const [isEmailLeft, setEmailLeft] = useState(false);
  const call = useOwnCalls();
  const asked = useRef('');
  const edit = (part: Partial<AddUserEntry>) => {
    setRefusal(undefined);
    setEntry((before) => ({ ...before, ...part }));
  };
  const tick = (isAd: boolean) => {
    asked.current = '';
    setAdFault(undefined);
    edit({ isAd, adUser: '', adEmail: undefined });
  };
  const choose = (adUser: string, entities: readonly string[]) => {
    asked.current = adUser;
    setAdFault(undefined);
    edit({ ...fromDirectory(adUser, entities), adEmail: undefined });
    const fill = async () => {
      const { email = '', isDisabled, message } = await call(getAdUser, { associatedAdUser: adUser });
      if (asked.current !== adUser) return;
      setAdFault(message ?? (isDisabled ? 'This user is disabled in the directory' : undefined));
      edit({ adEmail: email, email });
    };
    fill().catch((error: unknown) => showAlert(errorText(error)));
  };
  return {
    entry: { ...entered, entity: entered.entity || entity },
    refusal,
    adFault,
    isEmailLeft,
    edit,
    tick,
    choose,
    leaveEmail: () => setEmailLeft(true),
    refuse: (text: string) => setRefusal({ field: placeOfRefusal(text), text }),
  };
}
