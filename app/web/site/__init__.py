"""The site round the table: home, rules, guide, settings, errors, the guard, the device."""
