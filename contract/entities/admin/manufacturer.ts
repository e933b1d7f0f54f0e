import { flag, id, integer, record, text } from '../../wire.ts';

export const adminManufacturer = record({ manufacturerId: id, name: text, disabled: flag, version: integer });
