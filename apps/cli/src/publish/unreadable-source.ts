import { exits } from '@sheetwire/contract/exits';
import { Stop } from '#exit.ts';

/** The file cannot be read as it stands; a save that is under way, or the next one, may mend it. */
export class UnreadableSource extends Stop {
  constructor(message: string) {
    // What is wrong with a workbook is a sentence; what is said next follows it.
    super(exits.file, message.replace(/\.$/, ''));
  }
}
